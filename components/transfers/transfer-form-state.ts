/** What a form about a transfer is drawn from: what was typed, a key for this attempt, and why the last was refused. */
export type TransferFormState = {
  values: Record<string, string>
  idempotency_key: string
  error?: TransferRefusal | undefined
}

export type TransferRefusal = {
  reason: string
  description: string
  /** The field to put it next to. */
  field?: string
  /** `transfer_id` is the transfer that stays on record as failed. */
  metadata?: Record<string, string>
  request_id: string
}

export type TransferAction = (state: TransferFormState, form: FormData) => Promise<TransferFormState>
