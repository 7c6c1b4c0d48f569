import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { mailNotice, type Recipient } from '#lib/domain/users/notice-email.ts'
import { Staff } from '#lib/domain/users/schema.ts'
import type { users } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

type Linked = Columns<users, 'id' | 'email' | 'name'> & { issuer: string; proves: boolean }

/** Run by the server itself after an account of an identity provider was linked with a person. */
export const sendSignInLinkEmail = defineOperation({
  name: 'send_sign_in_link_email',
  title: 'Email a person about a linked sign-in',
  summary: 'Emails a person that an account of the identity provider can now sign in as them.',
  permission: 'team:write',
  http: null,
  input: z.strictObject({ id: Id('sign_in_link') }),
  output: Staff,
  async run(context, { id }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    const [found] = await context.rows<Linked>(
      `SELECT person.id, person.email, person.name, link.issuer, person.email_proven_at = link.created_at AS proves
       FROM sign_in_links link JOIN users person ON person.id = link.user_id WHERE link.id = $1`,
      [id],
    )
    if (!found) throw recordNotFound('linked sign-in', id)
    const { issuer, proves, ...person } = found
    context.note({ email: person.email, issuer })
    await mailAboutSignInLink(context, person, issuer, 'linked', proves ? ENDED : '')
    return person
  },
})

/** After the first proof of the email (prove-email.ts). */
const ENDED =
  ' Your email was not verified before, so the password, passkeys, authenticator app, sessions and connected apps of the account have ended. Set a new password with "Forgot your password?" on the sign-in page.'

/** Tells a person that an account of an identity provider was linked or unlinked. */
export async function mailAboutSignInLink(
  context: Context,
  person: Recipient,
  issuer: string,
  change: 'linked' | 'unlinked',
  further = '',
): Promise<void> {
  const { host } = new URL(issuer)
  await mailNotice(context, person, {
    subject: `A sign-in was ${change}`,
    says:
      change === 'linked'
        ? `Your account at ${host} was linked, and can sign in to your Counterfoil account from now on.${further}`
        : `Your account at ${host} was unlinked from your Counterfoil account.`,
    advice:
      'If this was not you, change your password, end your other sessions and check your linked sign-ins:',
  })
}
