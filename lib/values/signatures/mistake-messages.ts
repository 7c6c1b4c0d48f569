import type { BodyMistake, WrittenChange } from './diagnose-body.ts'
import type { Mistake, MistakeName, Verdict } from './verdict.ts'

export type Words = { title: string; what: string; fix: string }

/** What went wrong and what to do about it, for people. */
export function mistakeWords(mistake: Mistake): Words {
  const [title, what, fix] = SENTENCES[mistake.name]
  return { title, what: `${what}${factsOf(mistake)}`, fix }
}

const RAW = 'Sign the bytes as they arrived, before anything parses them.'

const SENTENCES: Record<MistakeName, [title: string, what: string, fix: string]> = {
  body_written_again: [
    'The body was parsed and written again',
    'It says the same, but it is not the same bytes, and the signature is over bytes.',
    RAW,
  ],
  trailing_newline: [
    'The body has a newline at its end',
    'We send none. It comes from an editor, from echo, or from reading the body line by line.',
    `${RAW} On the command line use printf '%s' in place of echo.`,
  ],
  space_around: ['The body has space around it', 'We send none before or after it.', RAW],
  byte_order_mark: [
    'The body begins with a byte order mark',
    'An editor or a reader of UTF-8 put it there; we send none.',
    RAW,
  ],
  body_empty: [
    'The body was empty when it was signed',
    'Something had read it before: a stream can be read once.',
    'Read the raw body first, and parse JSON from what you have read.',
  ],
  body_not_text: [
    'Not the body was signed, but the name of an object',
    'A parsed body became text of its own accord, such as [object Object].',
    RAW,
  ],
  body_written_twice: [
    'The body was written as JSON once too often',
    'It stands in quotation marks, as a text within JSON.',
    RAW,
  ],
  other_charset: [
    'The body was read in another character set',
    'We send UTF-8; it was read as Latin-1, so letters with accents and the rupee sign became several.',
    'Sign the bytes, or read them as UTF-8.',
  ],
  body_changed: [
    'The body says something else than the one that was sent',
    'It was changed, or it belongs to another delivery.',
    'Compare it with the body of the delivery on its page, and take signature and body from the same request.',
  ],
  wrong_secret: [
    'Another secret signed it',
    'The delivery is genuine, but the secret that was used here belongs to no webhook or key of this account.',
    'Copy the secret of the endpoint that the delivery went to. If it is lost, roll it.',
  ],
  rolled_secret: [
    'It is a secret from before the last roll',
    'The secret was rolled, and one of the two is the old one.',
    'Use the secret that was shown when it was rolled. Until the overlap is over, accept both.',
  ],
  secret_of_other_endpoint: [
    'It is the secret of another endpoint',
    'Each endpoint has a secret of its own.',
    'Use the secret of the endpoint that the delivery went to.',
  ],
  secret_of_other_mode: [
    'It is a secret of the other mode',
    'Test and live have endpoints and secrets of their own.',
    'Use the secret of the endpoint in the mode that sends.',
  ],
  secret_of_api_key: [
    'It is the secret of an API key',
    'Webhooks are signed with the secret of their endpoint, not with that of a key.',
    'Use the secret that was shown when the endpoint was created.',
  ],
  secret_of_other_key: [
    'It is the secret of another key',
    'The signature of a payment is made with the secret of the key that created or collected it.',
    'Use the secret of that key.',
  ],
  secret_of_webhook: [
    'It is the secret of a webhook',
    'Payments are signed with the secret of an API key, not with that of an endpoint.',
    'Use the secret of the key that the order was created with.',
  ],
  secret_padded: [
    'Something was copied along with the secret',
    'There is a space, a line end, a quotation mark or the name of a variable around it.',
    'Keep the secret alone. Trim what you read from a file or the environment.',
  ],
  id_as_secret: [
    'It is an id, not a secret',
    'An id only names a key or an endpoint; everybody may see it.',
    'Use the secret that belongs to it.',
  ],
  secret_not_decoded: [
    'The secret was not decoded',
    'For webhook-signature the key is what stands behind whsec_, decoded from Base64.',
    'Cut off whsec_ and decode the rest before you sign with it.',
  ],
  secret_decoded: [
    'The secret was decoded',
    'For X-Signature the key is the whole secret, letter for letter, with whsec_ before it.',
    'Use the secret as it is written.',
  ],
  prefix_cut_off: [
    'The beginning of the secret was cut off',
    'For X-Signature whsec_ belongs to the key.',
    'Use the secret as it is written.',
  ],
  other_family: [
    'It is the signature of the other kind',
    'X-Signature is hex of the body alone. webhook-signature is Base64 of id, timestamp and body with dots between. They are not compared with each other.',
    'Choose one of the two header fields and compute that one.',
  ],
  signed_without_id_and_time: [
    'Id and timestamp were left out',
    'webhook-signature is over webhook-id, webhook-timestamp and the body, with a dot between each.',
    'Sign id.timestamp.body.',
  ],
  parts_in_wrong_order: [
    'Id and timestamp are in the wrong order',
    'webhook-signature is over webhook-id first, then webhook-timestamp, then the body.',
    'Sign id.timestamp.body.',
  ],
  id_left_out: [
    'The id was left out',
    'webhook-signature is over webhook-id, webhook-timestamp and the body, with a dot between each.',
    'Sign id.timestamp.body.',
  ],
  ids_in_wrong_order: [
    'The ids are in the wrong order',
    'The signature of a payment is over the order first, then the payment.',
    'Sign order_id|payment_id.',
  ],
  ids_joined_wrongly: [
    'The ids are joined by something else',
    'Between the order and the payment stands one vertical bar, and nothing before or after.',
    'Sign order_id|payment_id.',
  ],
  one_id_only: [
    'Only one of the two ids was signed',
    'The signature of a payment is over the order and the payment.',
    'Sign order_id|payment_id.',
  ],
  order_of_other_payment: [
    'The payment is for another order',
    'The signature is genuine, but not for this order.',
    'Take the order id from your own record of the payment that was begun, and refuse this one.',
  ],
  base64_for_hex: [
    'It is Base64 where hex belongs',
    'This signature is written as lowercase hexadecimal.',
    'Ask your library for the hex of the digest.',
  ],
  uppercase_hex: [
    'It is uppercase hex',
    'This signature is written as lowercase hexadecimal, and texts are compared letter by letter.',
    'Write it in lowercase, or compare the bytes.',
  ],
  hex_for_base64: [
    'It is hex where Base64 belongs',
    'webhook-signature is written as Base64.',
    'Ask your library for the Base64 of the digest.',
  ],
  version_missing: [
    'The version before the signature is missing',
    'webhook-signature holds v1, before each signature, and several with spaces between while a secret is rolled.',
    'Hand the header field to your library as it arrived.',
  ],
  timestamp_too_old: [
    'It was signed too long ago',
    'Libraries refuse what is more than five minutes old, so that nothing can be sent again by somebody who overheard it.',
    'Check the clock of your machine, and verify when the delivery arrives. A resent delivery is signed anew.',
  ],
  other_digest: [
    'It was computed in another way',
    'Signatures here are HMAC with SHA-256 and the secret as the key.',
    'Use HMAC-SHA256.',
  ],
}

function factsOf(mistake: Mistake): string {
  if (mistake.name === 'body_written_again') return writtenFacts(mistake)
  if (mistake.name === 'body_changed' && mistake.member)
    return ` The first member that differs is ${mistake.member}.`
  if (mistake.name === 'timestamp_too_old') return ` This one is ${hours(mistake.seconds)}.`
  if (mistake.name === 'other_digest') return ` This one is ${DIGESTS[mistake.digest] ?? mistake.digest}.`
  if (mistake.name === 'order_of_other_payment') return ` It was made for ${mistake.order_id}.`
  return 'of' in mistake ? ` It belongs to ${mistake.of}.` : ''
}

function writtenFacts({ writer, changed }: Extract<BodyMistake, { name: 'body_written_again' }>): string {
  const list = changed.map((change) => CHANGES[change]).join(', ')
  const what = list === '' ? '' : ` What changed: ${list}.`
  return `${what}${writer ? ` It is what this writes: ${writer}.` : ''}`
}

const CHANGES: Record<WrittenChange, string> = {
  spacing: 'the spaces between keys and values',
  key_order: 'the order of keys',
  escapes: 'how letters are escaped',
  numbers: 'how numbers are written',
}

const DIGESTS: Record<string, string> = {
  'hmac-sha1': 'HMAC with SHA-1',
  'hmac-sha512': 'HMAC with SHA-512',
  sha256: 'plain SHA-256 without the secret',
  'sha256-of-both': 'plain SHA-256 of secret and text after each other',
}

function hours(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const text = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return seconds < 0 ? `${text} ahead of our clock` : `${text} old`
}

/** What is missing, and where it is found. */
export const MISSING_WORDS: Record<NonNullable<Verdict['missing']>, string> = {
  signature:
    'There is no signature to check. Paste the header fields of the request, or the value of X-Signature alone.',
  secret: 'There is no secret to check with. Paste the one that your program uses.',
  'webhook-id': 'webhook-signature is made over the id as well. Paste the field webhook-id, too.',
  'webhook-timestamp':
    'webhook-signature is made over the time as well. Paste the field webhook-timestamp, too.',
}
