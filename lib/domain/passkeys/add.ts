import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, isoBase64URL } from '@simplewebauthn/server/helpers'
import { z } from 'zod'
import {
  CHALLENGE_LASTS,
  relyingParty,
  storeChallenge,
  useChallenge,
} from '#lib/domain/passkeys/challenges.ts'
import { mailAboutPasskey } from '#lib/domain/passkeys/email.ts'
import { AddPasskey, Attestation, parsedJson, WithOptions } from '#lib/domain/passkeys/schema.ts'
import { ownRow } from '#lib/domain/profile/get.ts'
import { Passkey } from '#lib/domain/profile/schema.ts'
import { recordFactor } from '#lib/domain/users/session-factors.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

const MAX_PASSKEYS = 10
/** Ed25519, ES256 and RS256: every device has one of them. */
const ALGORITHMS = [-8, -7, -257]

export const startPasskey = defineOperation({
  name: 'start_passkey',
  title: 'Start to add a passkey',
  summary:
    'Returns the options with which the browser creates a passkey for the signed-in person, within five minutes and in this session.',
  permission: 'profile:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({}),
  output: WithOptions,
  async run(context) {
    const { tables, rows, baseUrl, now } = context
    const person = await ownRow(context)
    const own = await tables.passkeys.findMany({ where: { user_id: person.id } })
    assertRoom(own.length)
    const options = await generateRegistrationOptions({
      rpName: 'Counterfoil',
      rpID: relyingParty(baseUrl).rpID,
      timeout: CHALLENGE_LASTS * 1000,
      userName: person.email,
      userDisplayName: person.name,
      userID: new TextEncoder().encode(person.id),
      attestationType: 'none',
      supportedAlgorithmIDs: ALGORITHMS,
      excludeCredentials: own.map(({ credential_id }) => ({ id: credential_id })),
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    await storeChallenge(rows, options.challenge, { purpose: 'add', session: sessionOf(context) }, now)
    return { ...person, options: JSON.stringify(options) }
  },
})

export const addPasskey = defineOperation({
  name: 'add_passkey',
  title: 'Add a passkey',
  summary:
    'Adds a passkey that the browser has created for the signed-in person, who confirmed the session before, and emails them.',
  permission: 'profile:write',
  http: null,
  input: AddPasskey,
  output: Passkey,
  async run(context, { name, response }) {
    const { tables, now } = context
    const person = await ownRow(context)
    // Two that are added at once take turns, so that the maximum holds.
    await context.rows('SELECT id FROM users WHERE id = $1 FOR UPDATE', [person.id])
    assertRoom(await tables.passkeys.count({ where: { user_id: person.id } }))
    const created = await createdBy(context, response)
    const taken = await tables.passkeys.count({ where: { credential_id: created.credential_id } })
    if (taken > 0) throw notCreated()
    const passkey = {
      id: context.newId('passkey'),
      user_id: person.id,
      name,
      last_used_at: null,
      created_at: now,
      ...created,
    }
    await tables.passkeys.create({ data: passkey })
    await recordFactor(context.rows, context.actor.session, 'passkey')
    context.note({ name, email: person.email })
    await mailAboutPasskey(context, person, name, 'added')
    return passkey
  },
})

/** @throws input_validation_failed unless the browser signed the challenge of this session, of this server */
async function createdBy(context: Context, text: string) {
  const { rows, now, baseUrl } = context
  const response = parsedJson(Attestation, text)
  if (!response || !isUnattested(response.response.attestationObject)) throw notCreated()
  const { rpID, origin } = relyingParty(baseUrl)
  const request = { purpose: 'add', session: sessionOf(context) } as const
  const { registrationInfo } = await verifyRegistrationResponse({
    response,
    expectedChallenge: (challenge) => useChallenge(rows, challenge, request, now),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) throw notCreated()
  const { credential, credentialBackedUp: backed_up } = registrationInfo
  return {
    credential_id: credential.id,
    public_key: Uint8Array.from(credential.publicKey),
    counter: credential.counter,
    transports: response.response.transports,
    backed_up,
  }
}

/** A certificate is not asked for. Checking one would fetch the list of revocations that it names, from anywhere. */
function isUnattested(attestationObject: string): boolean {
  try {
    const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
    const format = decoded.get('fmt')
    return format === 'none' || (format === 'packed' && decoded.get('attStmt').get('x5c') === undefined)
  } catch {
    return false
  }
}

/** @throws permission_denied outside of a session: a challenge belongs to one */
export function sessionOf({ actor }: Context): string {
  if (actor.session === undefined)
    throw refused('permission_denied', 'Passkeys are used in a browser session.')
  return actor.session
}

function assertRoom(count: number): void {
  if (count >= MAX_PASSKEYS)
    throw refused('input_validation_failed', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`)
}

function notCreated() {
  return refused('input_validation_failed', 'The passkey could not be added. Start again.')
}
