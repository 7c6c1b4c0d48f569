import { z } from 'zod'
import { sessionOf } from '#lib/domain/passkeys/add.ts'
import { assertionOptions, verifyAssertion } from '#lib/domain/passkeys/assertion.ts'
import { ConfirmWithPasskey, WithOptions } from '#lib/domain/passkeys/schema.ts'
import { ownRow } from '#lib/domain/profile/get.ts'
import { Profile } from '#lib/domain/profile/schema.ts'
import { recordFactor } from '#lib/domain/users/session-factors.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const startPasskeyConfirmation = defineOperation({
  name: 'start_passkey_confirmation',
  title: 'Start to confirm with a passkey',
  summary: 'Returns the options with which the browser asks the signed-in person for a passkey.',
  permission: 'profile:write',
  http: null,
  input: z.strictObject({}),
  output: WithOptions,
  async run(context) {
    const person = await ownRow(context)
    const options = await assertionOptions(context, { purpose: 'confirm', session: sessionOf(context) })
    return { ...person, options: options ?? '' }
  },
})

export const confirmWithPasskey = defineOperation({
  name: 'confirm_with_passkey',
  title: 'Confirm your session with a passkey',
  summary: 'Confirms the session of the signed-in person for ten minutes, as their password would.',
  permission: 'profile:write',
  http: null,
  auditedAs: 'confirm_session',
  input: ConfirmWithPasskey,
  output: Profile,
  async run(context, { response }) {
    const person = await ownRow(context)
    const session = sessionOf(context)
    const used = await verifyAssertion(context, response, { purpose: 'confirm', session })
    if (used?.user_id !== person.id)
      throw refused('password_required', 'That passkey was not accepted. Try again, or enter your password.')
    await context.rows(
      'UPDATE sessions SET confirmed_at = $2 WHERE id = $1 AND ended_at IS NULL RETURNING id',
      [session, context.now],
    )
    await recordFactor(context.rows, session, 'passkey')
    context.note({ passkey: used.id })
    return person
  },
})
