import { z } from 'zod'
import { ownRow } from '#lib/domain/profile/get.ts'
import { EndedSessions, EndSession, Profile, SignInLink, UnlinkSignIn } from '#lib/domain/profile/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { forgetFactors } from '#lib/domain/users/session-factors.ts'
import { mailAboutSignInLink } from '#lib/domain/users/sign-in-link-email.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const endOwnSession = defineOperation({
  name: 'end_session',
  title: 'End a session',
  summary: 'Signs the person out of one of their browsers at once.',
  permission: 'profile:write',
  http: null,
  input: EndSession,
  output: EndedSessions,
  async run(context, { id }) {
    const person = await ownRow(context)
    const ended = await context.rows(
      'UPDATE sessions SET ended_at = $3 WHERE id = $1 AND user_id = $2 AND ended_at IS NULL RETURNING id',
      [id, person.id, context.now],
    )
    if (ended.length === 0) throw refused('record_not_found', 'This session has already ended.')
    return { id, ended: 1 }
  },
})

export const endOtherSessions = defineOperation({
  name: 'end_other_sessions',
  title: 'End all other sessions',
  summary: 'Signs the person out everywhere but in this browser.',
  permission: 'profile:write',
  http: null,
  input: z.strictObject({}),
  output: EndedSessions,
  async run(context) {
    const person = await ownRow(context)
    const ended = await context.rows(
      `UPDATE sessions SET ended_at = $3
       WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL AND expires_at > $3 RETURNING id`,
      [person.id, context.actor.session ?? '', context.now],
    )
    context.note({ ended: ended.length })
    return { id: person.id, ended: ended.length }
  },
})

/** For what has no form of its own: a file that is exported in live mode. */
export const confirmSession = defineOperation({
  name: 'confirm_session',
  title: 'Confirm your session',
  summary:
    'Confirms the session of the signed-in person, who gives their password or a code. For ten minutes they are not asked again.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({}),
  output: Profile,
  run: ownRow,
})

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
