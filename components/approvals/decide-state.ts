/** The answer to a form that decides: what was wrong, and a key for the next attempt. */
export type DecideState = {
  idempotency_key: string
  /** What was written as the reason, when it was refused. */
  reason?: string
  error?: { description: string; field?: string; request_id: string }
}
export type DecideAction = (before: DecideState, form: FormData) => Promise<DecideState>
