import type { Grants } from '#lib/domain/api-keys/schema/scopes.ts'

/** What the screen of a new secret needs; it is in no address, and nowhere once the screen is left. */
export type Made = {
  id: string
  name: string
  secret: string
  /** A request that the key may make, to try it with: "/v1/orders?count=1"; null when it may read nothing. */
  try_path: string | null
  /** The key that it takes the place of, and when that ends. */
  replaces?: { id: string; ends: string } | undefined
}

/** What a form of a key is drawn from: what stood in it, why it was refused, or the key that it made. */
export type KeyFormState = {
  values: Record<string, string>
  grants: Grants
  idempotency_key: string
  error?: { description: string; field?: string; request_id: string } | undefined
  made?: Made | undefined
}

export type KeyFormAction = (state: KeyFormState, form: FormData) => Promise<KeyFormState>

export type AnswerState = {
  idempotency_key: string
  error?: { description: string; field?: string; request_id: string } | undefined
  made?: Made | undefined
}
export type AnswerAction = (state: AnswerState, form: FormData) => Promise<AnswerState>
