import { useState } from 'react'
import { newKey } from './new-key.ts'

/** The answer of a server action, as forms get it. */
export type ActionResult = { ok: true; value: unknown } | { ok: false; error: ActionError }
export type ActionError = {
  reason: string
  description: string
  field?: string
  /** Ids that help: of the approval that waits. */
  metadata?: Record<string, string>
  request_id: string
}

/** The approval that was asked for instead, when the action takes two people; null for every other refusal. */
export function approvalOf(error: ActionError | null | undefined): string | null {
  return error?.reason === 'waiting_for_approval' ? (error.metadata?.approval_id ?? null) : null
}

/** What a dialog says when the answer itself did not arrive. */
export const NO_ANSWER = {
  reason: 'no_answer',
  description: 'Connection lost. Try again; the request is processed only once.',
  request_id: '',
}

/**
 * A key that makes a repeat harmless, made when the form opens. A refusal uses it up, since the next try may ask for
 * something else; an answer that never came does not.
 */
export function useIdempotencyKey(): [key: string, renew: () => void] {
  const [key, setKey] = useState(newKey)
  return [key, () => setKey(newKey())]
}
