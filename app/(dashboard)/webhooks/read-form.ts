import type { WebhookFormState } from '#components/webhooks/webhook-form-state.ts'
import { randomText } from '#lib/values/id.ts'

type Refusal = { reason?: string; description: string; field?: string; request_id?: string }

/** A form that was refused: what stood in it, why not, and a key for the next attempt, since a refusal is kept. */
export function refusedWith(values: Record<string, string>, refusal: Refusal) {
  const { reason = 'input_validation_failed', description, field, request_id = '' } = refusal
  const error = { reason, description, request_id, ...(field === undefined ? {} : { field }) }
  return { values, idempotency_key: randomText(32), error }
}

/** The names of events that a form chooses: all, or those that are ticked. */
export function eventsIn(form: FormData): string[] {
  return form.get('which') === 'some' ? form.getAll('events').map(String) : ['*']
}

/** What a form about an endpoint shows again. A secret is typed anew, so that it stands in no page. */
export function stateOf(
  form: FormData,
  values: Record<string, string>,
): Omit<WebhookFormState, 'idempotency_key'> {
  const { secret: _, ...shown } = values
  return { values: shown, events: form.get('which') === 'some' ? eventsIn(form) : [] }
}

/** Header fields as lines of `Name: value`; null with a line that is none. */
export function headersIn(text: string): Record<string, string> | null {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
  if (pairs.some((pair) => pair === null)) return null
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

/** The interface speaks of members; a person sees fields. */
export function plainly({ description, field }: { description: string; field?: string }) {
  if (field === 'events') return 'Choose at least one event, or all events.'
  return description
}
