import type { BodyMistake, WrittenChange } from './diagnose-body.ts'
import type { Mistake, MistakeName, Verdict } from './verdict.ts'

type Words = { title: string; what: string; fix: string }

/** What went wrong and what to do about it, for people. */
export function mistakeWords(mistake: Mistake): Words {
  const [title, what, fix] = SENTENCES[mistake.name]
  return { title, what: `${what}${factsOf(mistake)}`, fix }
}

const RAW = 'Verify the raw request body, before anything parses it.'

const SENTENCES: Record<MistakeName, [title: string, what: string, fix: string]> = {
  body_written_again: [
    'Body was re-serialized',
    'The JSON is equal, but its bytes differ. The signature covers the bytes.',
    RAW,
  ],
  trailing_newline: [
    'Body has a trailing newline',
    'The delivery has none. Editors, echo and line-by-line readers add one.',
    `${RAW} On the command line, use printf '%s' instead of echo.`,
  ],
  space_around: [
    'Body has surrounding whitespace',
    'The delivery has no whitespace before or after the body.',
    RAW,
  ],
  byte_order_mark: [
    'Body starts with a byte order mark',
    'The delivery has none. An editor or a UTF-8 reader added it.',
    RAW,
  ],
  body_empty: [
    'Body was empty',
    'Other code read the request stream first. A stream can only be read once.',
    'Read the raw body first, then parse JSON from it.',
  ],
  body_not_text: [
    'A parsed object was signed instead of the body',
    'The parsed body was converted to a string such as [object Object].',
    RAW,
  ],
  body_written_twice: [
    'Body was JSON-encoded twice',
    'It is a JSON string that contains the JSON body.',
    RAW,
  ],
  other_charset: [
    'Body was decoded with the wrong character set',
    'The delivery is UTF-8 but was read as Latin-1, so accented letters and the rupee sign changed.',
    'Verify the bytes, or decode them as UTF-8.',
  ],
  body_changed: [
    'Body differs from the one sent',
    'It was modified, or it belongs to another delivery.',
    'Compare it with the body on the delivery page. Use the signature and body of the same request.',
  ],
  wrong_secret: [
    'Wrong secret',
    'The delivery is valid, but the secret you used belongs to no webhook or API key of this account.',
    'Use the secret of the endpoint that received the delivery. If you lost it, rotate it.',
  ],
  rolled_secret: [
    'Secret from before the last rotation',
    'The secret was rotated, and your code or the delivery still uses the old one.',
    'Use the secret shown at the rotation. Accept both until the overlap ends.',
  ],
  secret_of_other_endpoint: [
    'Secret of another endpoint',
    'Each endpoint has its own secret.',
    'Use the secret of the endpoint that received the delivery.',
  ],
  secret_of_other_mode: [
    'Secret of the other mode',
    'Test and live mode have separate endpoints and secrets.',
    'Use the secret of the endpoint in the mode that sent the event.',
  ],
  secret_of_api_key: [
    'Secret of an API key',
    'Webhooks are signed with the endpoint secret, not with the secret of an API key.',
    'Use the secret shown when the endpoint was created.',
  ],
  secret_of_other_key: [
    'Secret of another API key',
    'Payment signatures use the secret of the API key that created or collected the payment.',
    'Use the secret of that API key.',
  ],
  secret_of_webhook: [
    'Secret of a webhook',
    'Payment signatures use the secret of an API key, not an endpoint secret.',
    'Use the secret of the API key that created the order.',
  ],
  secret_padded: [
    'Extra characters around the secret',
    'A space, line break, quotation mark or variable name was copied with it.',
    'Store only the secret. Trim values read from files or environment variables.',
  ],
  id_as_secret: [
    'ID used as the secret',
    'An ID identifies a key or an endpoint and is not secret.',
    'Use the secret that belongs to this ID.',
  ],
  secret_not_decoded: [
    'Secret was not decoded',
    'For webhook-signature, the HMAC key is the part after whsec_, decoded from Base64.',
    'Remove whsec_ and Base64-decode the rest before computing the HMAC.',
  ],
  secret_decoded: [
    'Secret was decoded',
    'For X-Signature, the HMAC key is the whole secret as text, including whsec_.',
    'Use the secret exactly as shown.',
  ],
  prefix_cut_off: [
    'Secret prefix is missing',
    'For X-Signature, whsec_ is part of the HMAC key.',
    'Use the secret exactly as shown.',
  ],
  other_family: [
    'Signature from the other header',
    'X-Signature is the hex HMAC of the body. webhook-signature is the Base64 HMAC of id.timestamp.body. They never match each other.',
    'Pick one of the two headers and compute that signature.',
  ],
  signed_without_id_and_time: [
    'ID and timestamp are missing',
    'webhook-signature covers webhook-id, webhook-timestamp and the body, joined by dots.',
    'Sign id.timestamp.body.',
  ],
  parts_in_wrong_order: [
    'ID and timestamp are in the wrong order',
    'webhook-signature covers webhook-id, then webhook-timestamp, then the body.',
    'Sign id.timestamp.body.',
  ],
  id_left_out: [
    'ID is missing',
    'webhook-signature covers webhook-id, webhook-timestamp and the body, joined by dots.',
    'Sign id.timestamp.body.',
  ],
  ids_in_wrong_order: [
    'IDs are in the wrong order',
    'A payment signature covers the order ID first, then the payment ID.',
    'Sign order_id|payment_id.',
  ],
  ids_joined_wrongly: [
    'IDs are joined with the wrong separator',
    'One vertical bar separates the order ID and the payment ID. Nothing comes before or after.',
    'Sign order_id|payment_id.',
  ],
  one_id_only: [
    'Only one of the two IDs was signed',
    'A payment signature covers the order ID and the payment ID.',
    'Sign order_id|payment_id.',
  ],
  order_of_other_payment: [
    'Payment belongs to another order',
    'The signature is valid, but for a different order.',
    'Take the order ID from your own records, and reject this payment.',
  ],
  base64_for_hex: [
    'Base64 instead of hex',
    'This signature is lowercase hexadecimal.',
    'Output the digest as hex.',
  ],
  uppercase_hex: [
    'Uppercase hex',
    'This signature is lowercase hexadecimal, and the comparison is case-sensitive.',
    'Convert it to lowercase, or compare the bytes.',
  ],
  hex_for_base64: ['Hex instead of Base64', 'webhook-signature is Base64.', 'Output the digest as Base64.'],
  version_missing: [
    'Signature version is missing',
    'webhook-signature has v1, before each signature, and several signatures separated by spaces during a secret rotation.',
    'Pass the header to your library unchanged.',
  ],
  timestamp_too_old: [
    'Timestamp is too old',
    'Libraries reject deliveries older than five minutes, to prevent replay attacks.',
    'Check your server clock, and verify deliveries as they arrive. A resent delivery gets a new signature.',
  ],
  other_digest: [
    'Wrong algorithm',
    'Signatures are HMAC with SHA-256, keyed with the secret.',
    'Use HMAC-SHA256.',
  ],
}

function factsOf(mistake: Mistake): string {
  if (mistake.name === 'body_written_again') return writtenFacts(mistake)
  if (mistake.name === 'body_changed' && mistake.member)
    return ` The first property that differs is ${mistake.member}.`
  if (mistake.name === 'timestamp_too_old') return ` This delivery is ${hours(mistake.seconds)}.`
  if (mistake.name === 'other_digest') return ` Yours is ${DIGESTS[mistake.digest] ?? mistake.digest}.`
  if (mistake.name === 'order_of_other_payment') return ` It was created for ${mistake.order_id}.`
  return 'of' in mistake ? ` It belongs to ${mistake.of}.` : ''
}

function writtenFacts({ writer, changed }: Extract<BodyMistake, { name: 'body_written_again' }>): string {
  const list = changed.map((change) => CHANGES[change]).join(', ')
  const what = list === '' ? '' : ` Changed: ${list}.`
  return `${what}${writer ? ` Matches the output of ${writer}.` : ''}`
}

const CHANGES: Record<WrittenChange, string> = {
  spacing: 'whitespace between keys and values',
  key_order: 'key order',
  escapes: 'character escapes',
  numbers: 'number formatting',
}

const DIGESTS: Record<string, string> = {
  'hmac-sha1': 'HMAC with SHA-1',
  'hmac-sha512': 'HMAC with SHA-512',
  sha256: 'plain SHA-256 without the secret',
  'sha256-of-both': 'plain SHA-256 of the secret followed by the text',
}

function hours(seconds: number): string {
  const minutes = Math.round(Math.abs(seconds) / 60)
  const text = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`
  return seconds < 0 ? `${text} ahead of the server clock` : `${text} old`
}

export const MISSING_MESSAGES: Record<NonNullable<Verdict['missing']>, string> = {
  signature: 'Paste the request headers, or only the value of X-Signature.',
  secret: 'Paste the secret that your code uses.',
  'webhook-id': 'webhook-signature also covers the ID. Paste the webhook-id header too.',
  'webhook-timestamp': 'webhook-signature also covers the timestamp. Paste the webhook-timestamp header too.',
}
