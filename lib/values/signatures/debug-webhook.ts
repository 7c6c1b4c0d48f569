import { signingBytes } from '#lib/values/webhook-signature.js'
import { asLatin, diagnoseBody, firstDifference, parsed, sorted, WRITERS } from './diagnose-body.ts'
import type { SignedHeaders } from './headers.ts'
import {
  type Choice,
  choices,
  digestOf,
  type Form,
  type Found,
  findWay,
  readSignature,
  textKey,
  withoutPrefix,
  wrongForBase64,
  wrongForHex,
} from './search.ts'
import { diagnoseSecret, type KnownSecret, tidied } from './secrets.ts'
import type { Family, FormMistake, Mistake, Verdict } from './verdict.ts'

/** Receivers reject older signatures, so that an eavesdropper cannot replay a delivery. */
const TOLERANCE = 5 * 60

export type WebhookCase = {
  body: string
  headers: SignedHeaders
  secret: string
  /** The secret is stored, not given by the reader: it signs only deliveries that were sent. */
  stored?: boolean
  known: KnownSecret[]
  /** The body that we sent, where we know the event. */
  sent: string | null
  /** The signature that the receiver's code computed, if given. */
  computed: string | null
  now: number
}

/** Tells whether a delivery verifies, and if it does not, or the receiver's code says so, why. */
export function debugWebhook(given: WebhookCase): Verdict {
  const family = familyOf(given.headers)
  const received = receivedIn(given.headers, family)
  const expected = expectedFor(given, family)
  const missing = missingFor(given, family, received)
  const verdict = { family, received, expected, missing, about: 'given', difference: null } as const
  if (received === null || missing !== null) return { ...verdict, result: 'incomplete', mistakes: [] }
  const found = explained(given, received, family)
  if (!found) return { ...verdict, result: 'unknown', mistakes: [], ...changedBody(given) }
  const mistakes = [...mistakesOf(found, given, family), ...late(given, family)]
  const used = given.body
  if (mistakes.length > 0)
    return { ...verdict, result: 'mistaken', mistakes, difference: firstDifference(used, found.body) }
  return explainComputed(given, found, verdict) ?? { ...verdict, result: 'verified', mistakes: [] }
}

type Explained = Found<FormMistake> & { received: string }

/** With several signatures (a rolled secret) one that is right is enough. */
function explained(given: WebhookCase, received: string, family: Family): Explained | null {
  const all = family === 'standard' && given.headers.standard.length > 0 ? given.headers.standard : [received]
  const found = all.flatMap((signature) => {
    const way = findWay(signature, {
      bodies: sentBodies(given),
      secrets: secretsOf(given),
      forms: formsOf(family, given.headers),
    })
    return way ? [{ ...way, received: signature }] : []
  })
  const steps = (way: Explained) => mistakesOf(way, given, family).length
  return found.sort((one, other) => steps(one) - steps(other))[0] ?? null
}

/** The signature verifies; a different computed one has another cause. */
function explainComputed(
  given: WebhookCase,
  found: Explained,
  verdict: Omit<Verdict, 'result' | 'mistakes'>,
): Verdict | null {
  const computed = given.computed?.trim()
  if (!computed || computed === found.received || computed === verdict.expected) return null
  const bodies = computedBodies(found.body)
  const secrets = secretsOf(given)
  const ways = families(given.headers).flatMap((family) => {
    const way = findWay(computed, { bodies, secrets, forms: formsOf(family, given.headers) })
    return way ? [{ family, way }] : []
  })
  const likeliest = ways
    .map(({ family, way }) => ({ family, way, mistakes: mistakesOfComputed(way, found, given, family) }))
    .sort((one, other) => one.mistakes.length - other.mistakes.length)[0]
  if (!likeliest) return { ...verdict, result: 'unknown', about: 'computed', mistakes: [] }
  const { mistakes, way, family } = likeliest
  if (mistakes.length === 0) return null
  const difference = firstDifference(way.body, found.body)
  return { ...verdict, family, result: 'mistaken', about: 'computed', mistakes, difference }
}

function mistakesOfComputed(
  way: Found<FormMistake>,
  right: Explained,
  given: WebhookCase,
  family: Family,
): Mistake[] {
  const body = diagnoseBody(way.body, right.body)
  const spelling = family === 'standard' ? wrongForBase64(way.written.encoding) : wrongForHex(way.written)
  return [
    ...(body ? [body] : []),
    ...(way.secret === right.secret ? [] : secretMistake(way.secret, right.secret, given)),
    ...(way.form ? [{ name: way.form }] : []),
    ...digestMistake(way),
    ...(spelling ? [{ name: spelling }] : []),
  ]
}

function mistakesOf(way: Explained, given: WebhookCase, family: Family): Mistake[] {
  const body = diagnoseBody(given.body, way.body)
  const { written, form } = way
  const spelling = family === 'standard' ? wrongForBase64(written.encoding) : wrongForHex(written)
  const unversioned = family === 'standard' && !spelling && !written.versioned && form === null
  return [
    ...(body ? [body] : []),
    ...secretMistake(given.secret, way.secret, given),
    ...(form ? [{ name: form }] : []),
    ...digestMistake(way),
    // A signature of the other family is written as that family is.
    ...(spelling && form !== 'other_family' ? [{ name: spelling }] : []),
    ...(unversioned ? [{ name: 'version_missing' as const }] : []),
  ]
}

function secretMistake(used: string, right: string, { known }: WebhookCase): Mistake[] {
  const owner = known.find(({ secret }) => secret === right)
  // Valid, without a stored delivery: the reader checks a made example with a made secret.
  if (!owner) return used === right ? [] : [{ name: 'secret_padded' }]
  const mistake = diagnoseSecret(used, owner, known, 'webhook')
  return mistake ? [mistake] : []
}

function digestMistake({ digest }: { digest: string }): Mistake[] {
  return digest === 'hmac-sha256' ? [] : [{ name: 'other_digest', digest }]
}

function late({ headers, now }: WebhookCase, family: Family): Mistake[] {
  const at = Number(headers.timestamp)
  if (family !== 'standard' || headers.timestamp === null || Number.isNaN(at)) return []
  const seconds = now - at
  return Math.abs(seconds) > TOLERANCE ? [{ name: 'timestamp_too_old', seconds }] : []
}

/** The bodies that may have been sent, when this one was used: what we know we sent, then what undoes usual changes. */
function sentBodies({ body, sent }: WebhookCase): Choice<string>[] {
  const again = parsed(body)
  const twice = typeof again?.value === 'string' ? again.value : null
  const candidates = [
    sent,
    body.replace(/(?<![\r\n])[\r\n]+$/, ''),
    body.trim(),
    body.replace(/^\ufeff/, '').trim(),
    again ? JSON.stringify(again.value) : null,
    twice,
    Buffer.from(body, 'latin1').toString('utf8'),
  ]
  return choices(body, candidates)
}

/** What the receiver's code may have signed, when this was sent. */
function computedBodies(sent: string): Choice<string>[] {
  const value = parsed(sent)
  const written = value ? Object.values(WRITERS).map((write) => write(value.value)) : []
  const candidates = [
    `${sent}\n`,
    `${sent}\r\n`,
    '',
    '{}',
    '[object Object]',
    'undefined',
    'null',
    ...written,
    JSON.stringify(sent),
    value ? JSON.stringify(sorted(value.value)) : null,
    asLatin(sent),
    `\ufeff${sent}`,
  ]
  return choices(sent, candidates)
}

function secretsOf({ secret, known }: WebhookCase): Choice<string>[] {
  return choices(secret, [tidied(secret), ...known.map((one) => one.secret)])
}

function formsOf(family: Family, { id, timestamp }: SignedHeaders): Choice<Form, FormMistake>[] {
  const whole = (body: string) => (id === null || timestamp === null ? null : `${id}.${timestamp}.${body}`)
  const timed = (body: string) => (timestamp === null ? null : `${timestamp}.${body}`)
  const turned = (body: string) => (id === null || timestamp === null ? null : `${timestamp}.${id}.${body}`)
  const plain = (body: string) => body
  const cut = (secret: string) => textKey(withoutPrefix(secret))
  const form = (key: Form['key'], message: Form['message'], wrong: FormMistake | null) => ({
    value: { key, message },
    wrong,
  })
  if (family === 'standard')
    return [
      form(signingBytes, whole, null),
      form(textKey, whole, 'secret_not_decoded'),
      form(cut, whole, 'secret_not_decoded'),
      form(textKey, plain, 'other_family'),
      form(signingBytes, plain, 'signed_without_id_and_time'),
      form(signingBytes, turned, 'parts_in_wrong_order'),
      form(signingBytes, timed, 'id_left_out'),
    ]
  return [
    form(textKey, plain, null),
    form(signingBytes, plain, 'secret_decoded'),
    form(cut, plain, 'prefix_cut_off'),
    form(signingBytes, whole, 'other_family'),
    form(textKey, whole, 'other_family'),
    form(textKey, timed, 'other_family'),
  ]
}

/** Which signature is meant: the one that stands there; X-Signature where both do, since it needs nothing else. */
function familyOf({ hex, standard, bare }: SignedHeaders): Family {
  if (hex !== null) return 'x_signature'
  if (standard.length > 0) return 'standard'
  return bare !== null && /^v\d/.test(bare) ? 'standard' : 'x_signature'
}

function families({ standard }: SignedHeaders): Family[] {
  return standard.length > 0 ? ['x_signature', 'standard'] : ['x_signature']
}

function receivedIn({ hex, standard, bare }: SignedHeaders, family: Family): string | null {
  return (family === 'standard' ? standard[0] : hex) ?? bare
}

function missingFor(
  { headers, secret }: WebhookCase,
  family: Family,
  received: string | null,
): Verdict['missing'] {
  if (received === null || readSignature(received) === null) return 'signature'
  if (secret === '') return 'secret'
  if (family === 'standard' && headers.id === null) return 'webhook-id'
  return family === 'standard' && headers.timestamp === null ? 'webhook-timestamp' : null
}

function expectedFor({ body, sent, secret, headers, stored }: WebhookCase, family: Family): string | null {
  if (stored && sent === null) return null
  const [right] = formsOf(family, headers)
  const message = right?.value.message(sent ?? body)
  if (!right || message === null || message === undefined || secret === '') return null
  const bytes = digestOf('hmac-sha256', right.value.key(secret), message)
  return family === 'standard' ? `v1,${bytes.toString('base64')}` : bytes.toString('hex')
}

/** Nothing explains the signature, but the body is not the one that we sent: that alone is enough. */
function changedBody({ body, sent }: WebhookCase): Partial<Verdict> {
  const mistake = sent === null ? null : diagnoseBody(body, sent)
  return mistake
    ? { result: 'mistaken', mistakes: [mistake], difference: firstDifference(body, sent ?? '') }
    : {}
}
