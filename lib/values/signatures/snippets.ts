import { PAYMENT } from './snippets-payment.ts'
import { STANDARD } from './snippets-standard.ts'
import { X_SIGNATURE } from './snippets-x-signature.ts'
import type { Family, Mistake, MistakeName } from './verdict.ts'

export const SNIPPET_LANGUAGES = ['Node', 'Python', 'PHP', 'Ruby', 'Go', 'Java', 'C#'] as const
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number]

/**
 * The parts of a check that go wrong. A line that ends in `@body` is where the body comes in, and so on; the mark is
 * removed, and a comment takes its place when that part was mistaken.
 */
type Slot = 'body' | 'secret' | 'message' | 'digest' | 'compare' | 'time'

const PROGRAMS: Record<Family, Record<SnippetLanguage, string>> = {
  x_signature: X_SIGNATURE,
  standard: STANDARD,
  payment: PAYMENT,
}

/** A code sample that checks a signature correctly, with a comment above each line that was the mistake. */
export function snippetFor(family: Family, language: SnippetLanguage, mistakes: Mistake[]): string {
  const wrong = new Map(mistakes.map((mistake) => [SLOTS[mistake.name], mistake.name]))
  const sign = language === 'Python' || language === 'Ruby' ? '#' : '//'
  return PROGRAMS[family][language]
    .split('\n')
    .flatMap((line) => {
      const [, code = line, slots = ''] = /^(.*?) *@([a-z,]+)$/.exec(line) ?? []
      const mistake = slots
        .split(',')
        .map((slot) => wrong.get(slot as Slot))
        .find((name) => name !== undefined)
      const indent = /^\s*/.exec(code)?.[0] ?? ''
      return mistake ? [`${indent}${sign} ${COMMENTS[SLOTS[mistake]]}`, code] : [code]
    })
    .join('\n')
}

const COMMENTS: Record<Slot, string> = {
  body: 'HERE: the bytes as they arrived, before anything parses them.',
  secret: 'HERE: the secret that belongs to this endpoint or key, in this form.',
  message: 'HERE: exactly these parts, in this order.',
  digest: 'HERE: HMAC-SHA256.',
  compare: 'HERE: in this encoding.',
  time: 'HERE: when it arrives, with a clock that is right.',
}

const SLOTS: Record<MistakeName, Slot> = {
  body_written_again: 'body',
  trailing_newline: 'body',
  space_around: 'body',
  byte_order_mark: 'body',
  body_empty: 'body',
  body_not_text: 'body',
  body_written_twice: 'body',
  other_charset: 'body',
  body_changed: 'body',
  wrong_secret: 'secret',
  rolled_secret: 'secret',
  secret_of_other_endpoint: 'secret',
  secret_of_other_mode: 'secret',
  secret_of_api_key: 'secret',
  secret_of_other_key: 'secret',
  secret_of_webhook: 'secret',
  secret_padded: 'secret',
  id_as_secret: 'secret',
  secret_not_decoded: 'secret',
  secret_decoded: 'secret',
  prefix_cut_off: 'secret',
  other_family: 'message',
  signed_without_id_and_time: 'message',
  parts_in_wrong_order: 'message',
  id_left_out: 'message',
  ids_in_wrong_order: 'message',
  ids_joined_wrongly: 'message',
  one_id_only: 'message',
  order_of_other_payment: 'message',
  other_digest: 'digest',
  base64_for_hex: 'compare',
  uppercase_hex: 'compare',
  hex_for_base64: 'compare',
  version_missing: 'compare',
  timestamp_too_old: 'time',
}
