import type { BodyMistake, Difference } from './diagnose-body.ts'
import type { SecretMistake } from './secrets.ts'

/** How the parts of a signature were put together wrongly. */
export type FormMistake =
  | 'signed_without_id_and_time'
  | 'parts_in_wrong_order'
  | 'id_left_out'
  | 'secret_not_decoded'
  | 'secret_decoded'
  | 'prefix_cut_off'
  | 'other_family'
  | 'ids_in_wrong_order'
  | 'ids_joined_wrongly'
  | 'one_id_only'

export type Mistake =
  | BodyMistake
  | SecretMistake
  | { name: FormMistake }
  | { name: 'base64_for_hex' }
  | { name: 'uppercase_hex' }
  | { name: 'hex_for_base64' }
  | { name: 'version_missing' }
  | { name: 'timestamp_too_old'; seconds: number }
  | { name: 'other_digest'; digest: string }
  | { name: 'order_of_other_payment'; order_id: string }
export type MistakeName = Mistake['name']

/** `x_signature`: hex of the body. `standard`: Standard Webhooks, Base64 of id, time and body. `payment`: of two ids. */
export type Family = 'x_signature' | 'standard' | 'payment'

export type Verdict = {
  /**
   * - `verified`: body, signature and secret belong together.
   * - `mistaken`: they do not, or the code computed something else, and `mistakes` says why.
   * - `unknown`: they do not, and no common mistake explains it.
   * - `incomplete`: an input is missing; `missing` names it.
   */
  result: 'verified' | 'mistaken' | 'unknown' | 'incomplete'
  family: Family
  /** The source of the mistake: the given inputs, or the code that computed another signature. */
  about: 'given' | 'computed'
  mistakes: Mistake[]
  missing: 'signature' | 'secret' | 'webhook-id' | 'webhook-timestamp' | null
  /** The signature as it was given, and the right one for this body, secret and family. */
  received: string | null
  expected: string | null
  difference: Difference | null
}
