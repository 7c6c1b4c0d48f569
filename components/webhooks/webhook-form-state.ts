/** A form of an endpoint as it stands after the server has looked at it. */
export type WebhookFormState = {
  values: Record<string, string>
  /** The names that were chosen; `*` for all. */
  events: string[]
  idempotency_key: string
  error?: { reason: string; description: string; field?: string; request_id: string } | undefined
  /** What was made: shown in place of the form, once. */
  made?: { id: string; url: string; secret: string } | undefined
}

export type WebhookAction = (state: WebhookFormState, form: FormData) => Promise<WebhookFormState>

export const FIELDS = ['url', 'description', 'events', 'secret', 'alert_email']
