import {
  CreateDescribedWebhook,
  ReplayWebhook,
  RotateWebhookSecret,
  SetWebhookChaos,
  SetWebhookOptions,
  UpdateDescribedWebhook,
} from '#lib/domain/webhooks/schema.ts'
import { optionalTime } from '#lib/filters/form-time.ts'
import { allIn, type FieldTexts, type FormDeclaration, type FormReader, textIn } from '#lib/values/form.ts'

/** A new secret: shown in place of the form, once. */
export type MadeWebhook = { id: string; url: string; secret: string }

export const newWebhookForm = {
  fields: ['url', 'description', 'events', 'secret', 'alert_email'],
  schema: CreateDescribedWebhook,
  read: (form: FormReader) => ({ ...webhookIn(form), ...secretIn(form) }),
  words: ({ field }) =>
    field === 'events' ? { description: 'Choose at least one event, or all events.' } : {},
} satisfies FormDeclaration

/** An endpoint that is edited as a whole; its secret is rotated elsewhere. */
export const editWebhookForm = {
  ...newWebhookForm,
  schema: UpdateDescribedWebhook,
  read: (form: FormReader) => ({ id: form.text('id'), ...webhookIn(form) }),
} satisfies FormDeclaration

function webhookIn(form: FormReader) {
  return {
    url: form.text('url'),
    events: form.text('which') === 'some' ? form.all('events') : ['*'],
    alert_email: form.optional('alert_email'),
    description: form.text('description'),
  }
}

function secretIn(form: FormReader) {
  if (form.text('secret_from') !== 'own') return {}
  const secret = form.verbatim('secret')
  if (secret === '') form.refuse('secret', 'Enter a secret, or generate one.')
  return { secret }
}

/** The events as the fields of the form. */
export function fieldsOfEvents(events: string[]): FieldTexts {
  return events.includes('*') ? {} : { which: 'some', events }
}

/** The events that are checked; none where all are sent. */
export function eventsOfFields(values: FieldTexts): string[] {
  return textIn(values, 'which') === 'some' ? allIn(values, 'events') : []
}

export const rotateSecretForm = {
  fields: ['overlap'],
  schema: RotateWebhookSecret,
  read: (form: FormReader) => ({ id: form.text('id'), overlap: form.text('overlap') }),
} satisfies FormDeclaration

/** How an endpoint is sent to: people write seconds, and lines of `Name: value`. */
export const optionsForm = {
  fields: ['timeout_ms', 'headers'],
  schema: SetWebhookOptions,
  read(form: FormReader) {
    const seconds = form.text('timeout_ms').replace(',', '.')
    if (!/^\d{1,2}(\.\d{1,3})?$/.test(seconds)) form.refuse('timeout_ms', TIMEOUT)
    return {
      id: form.text('id'),
      timeout_ms: Math.round((Number(seconds) || 0) * 1000),
      headers: headersIn(form),
    }
  },
  words: ({ field }) => (field === 'timeout_ms' ? { description: TIMEOUT } : {}),
} satisfies FormDeclaration

const TIMEOUT = 'The timeout must be 0.5 to 30 seconds.'

function headersIn(form: FormReader): Record<string, string> {
  const lines = form
    .text('headers')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line))
  if (pairs.some((pair) => pair === null)) form.refuse('headers', 'Enter one Name: value pair per line.')
  return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']))
}

const FIGURES = ['delay', 'duplicate', 'reorder', 'drop'] as const

export const chaosForm = {
  fields: FIGURES,
  schema: SetWebhookChaos,
  read: (form: FormReader) => ({
    id: form.text('id'),
    ...Object.fromEntries(FIGURES.map((name) => [name, wholeNumber(form, name)])),
  }),
} satisfies FormDeclaration

function wholeNumber(form: FormReader, name: string): number {
  const text = form.text(name)
  if (!/^\d{0,3}$/.test(text)) form.refuse(name, 'Enter a whole number.')
  return Number(text) || 0
}

export const replayForm = {
  fields: ['what', 'from'],
  schema: ReplayWebhook,
  read(form: FormReader) {
    const from = optionalTime(form, 'from', SINCE)
    if (from === null) form.refuse('from', SINCE)
    return { id: form.text('id'), from: from ?? 0, what: form.text('what') || 'failed' }
  },
} satisfies FormDeclaration

const SINCE = 'Enter a date, a date and time, "yesterday 18:00", or Unix seconds.'
