import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { z } from 'zod'
import type { Columns, Rows } from '#lib/database/query.ts'
import { sessionOf } from '#lib/domain/passkeys/add.ts'
import {
  CHALLENGE_LASTS,
  type For,
  relyingParty,
  storeChallenge,
  useChallenge,
} from '#lib/domain/passkeys/challenges.ts'
import { Assertion, ConfirmWithPasskey, parsedJson, WithOptions } from '#lib/domain/passkeys/schema.ts'
import { ownRow } from '#lib/domain/profile/get.ts'
import { Profile } from '#lib/domain/profile/schema.ts'
import { recordFactor } from '#lib/domain/users/session-factors.ts'
import type { passkeys } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export type PasskeyWorld = { rows: Rows; baseUrl: string; now: number }

/**
 * The options with which a browser asks for a passkey: any that the device has for this server, with the person verified
 * by it. As JSON; null when too many strangers are signing in.
 */
export async function assertionOptions(
  { rows, baseUrl, now }: PasskeyWorld,
  request: For,
): Promise<string | null> {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(baseUrl).rpID,
    userVerification: 'required',
    timeout: CHALLENGE_LASTS * 1000,
  })
  return (await storeChallenge(rows, options.challenge, request, now)) ? JSON.stringify(options) : null
}

/**
 * Checks what a device signed: the challenge, once; the origin; that the person was verified; and that its counter went
 * on, since a copy of a device would repeat it.
 * @returns the passkey and its person, who is not disabled; null for anything that is not right
 */
export async function verifyAssertion(
  { rows, baseUrl, now }: PasskeyWorld,
  text: string,
  request: For,
): Promise<Columns<passkeys, 'id' | 'user_id'> | null> {
  const response = parsedJson(Assertion, text)
  if (!response) return null
  const [passkey] = await rows<
    Columns<passkeys, 'id' | 'user_id' | 'credential_id' | 'public_key' | 'counter'>
  >(
    `SELECT passkey.id, passkey.user_id, passkey.credential_id, passkey.public_key, passkey.counter
     FROM passkeys passkey JOIN users person ON person.id = passkey.user_id
     WHERE passkey.credential_id = $1 AND person.disabled_at IS NULL`,
    [response.id],
  )
  if (!passkey) return null
  const counter = await counterOf(response, passkey, request, { rows, baseUrl, now })
  if (counter === null) return null
  const used = await rows(
    `UPDATE passkeys SET counter = $2, last_used_at = $3
     WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0)) RETURNING id`,
    [passkey.id, counter, now],
  )
  return used.length === 1 ? { id: passkey.id, user_id: passkey.user_id } : null
}

/** The counter of a proof that is right; null for one that is not. The library throws for most of these. */
async function counterOf(
  response: NonNullable<ReturnType<typeof parsedJson<typeof Assertion>>>,
  passkey: Columns<passkeys, 'credential_id' | 'public_key' | 'counter'>,
  request: For,
  { rows, baseUrl, now }: PasskeyWorld,
): Promise<number | null> {
  const { rpID, origin } = relyingParty(baseUrl)
  const { userHandle, ...proof } = response.response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, response: { ...proof, ...(userHandle === undefined ? {} : { userHandle }) } },
      expectedChallenge: (challenge) => useChallenge(rows, challenge, request, now),
      expectedOrigin: origin,
      expectedRPID: rpID,
      requireUserVerification: true,
      credential: {
        id: passkey.credential_id,
        publicKey: Uint8Array.from(passkey.public_key),
        counter: Number(passkey.counter),
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}

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
