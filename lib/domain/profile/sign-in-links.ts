import { ownRow } from '#lib/domain/profile/get.ts'
import { SignInLink, UnlinkSignIn } from '#lib/domain/profile/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { forgetFactors } from '#lib/domain/users/session-factors.ts'
import { mailAboutSignInLink } from '#lib/domain/users/sign-in-link-email.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const unlinkSignIn = defineOperation({
  name: 'unlink_sign_in',
  title: 'Unlink a sign-in',
  summary:
    'Unlinks an account of an identity provider from the signed-in person, and emails them. A sign-in with the same verified email links it again.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: UnlinkSignIn,
  output: SignInLink,
  async run(context, { id }) {
    const person = await ownRow(context)
    const link = await context.tables.sign_in_links.findFirst({ where: { id, user_id: person.id } })
    if (!link) throw recordNotFound('linked sign-in', id)
    await context.tables.sign_in_links.delete({ where: { id } })
    await forgetFactors(context.rows, person.id, ['provider_second_factor'])
    context.about(person.id)
    context.note({ before: { linked_sign_in: link.issuer }, after: { linked_sign_in: null } })
    await mailAboutSignInLink(context, person, link.issuer, 'unlinked')
    return link
  },
})
