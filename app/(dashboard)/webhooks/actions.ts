'use server'
import { redirect } from 'next/navigation'
import { eventsIn, headersIn, plainly, refusedWith, stateOf } from '#app/(dashboard)/webhooks/read-form.ts'
import type { Answered } from '#components/webhooks/action-form.tsx'
import type { WebhookFormState } from '#components/webhooks/webhook-form-state.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { viewWebhook } from '#lib/domain/webhooks/browse.ts'
import { createDescribedWebhook } from '#lib/domain/webhooks/create.ts'
import { deleteWebhookTyped } from '#lib/domain/webhooks/delete.ts'
import { enableWebhook, pauseWebhook, resumeWebhook } from '#lib/domain/webhooks/pause.ts'
import { replayWebhook, resendDelivery } from '#lib/domain/webhooks/resend.ts'
import { rollWebhookSecret } from '#lib/domain/webhooks/roll-secret.ts'
import { sendEvent } from '#lib/domain/webhooks/send-event.ts'
import { setWebhookChaos, setWebhookOptions } from '#lib/domain/webhooks/settings.ts'
import { updateDescribedWebhook } from '#lib/domain/webhooks/update.ts'
import { submitDiscreetly } from '#lib/surfaces/discreet-form.ts'
import { submit } from '#lib/surfaces/form.ts'
import { read } from '#lib/surfaces/page.ts'
import { plainAction, textsOf } from '#lib/surfaces/plain-form.ts'
import { randomText } from '#lib/values/id.ts'
import { readMoment } from '#lib/values/period.ts'

const pageOf = ({ id }: { id: string }) => `/webhooks/${id}`

export const pause = plainAction(pauseWebhook, { to: pageOf })
export const resume = plainAction(resumeWebhook, { to: pageOf })
export const enable = plainAction(enableWebhook, { to: pageOf })
export const resend = plainAction(resendDelivery, {
  to: ({ endpoint_id, event_id }) => `/webhooks/${endpoint_id}/deliveries/${event_id}`,
})
export const send = plainAction(sendEvent, {
  to: ({ id, event_id }) => `/webhooks/${id}/deliveries/${event_id}`,
})

/** A new endpoint; the answer is its secret, where we made it, for this once. */
export async function create(_: WebhookFormState, form: FormData): Promise<WebhookFormState> {
  const actor = await requireStaff()
  const { idempotency_key, url = '', description = '', alert_email = '', ...values } = textsOf(form)
  const state = stateOf(form, { url, description, alert_email, ...values })
  const own = values.secret_from === 'own'
  const secret = values.secret ?? ''
  if (own && secret === '') return { ...state, ...refusedWith(state.values, NO_SECRET) }
  const input = {
    url: url.trim(),
    events: eventsIn(form),
    ...(own ? { secret } : {}),
    ...(alert_email.trim() === '' ? {} : { alert_email: alert_email.trim() }),
    description,
  }
  const result = await submit(createDescribedWebhook, actor, input, 'dashboard', idempotency_key)
  if (!result.ok) {
    const error = { ...result.error, description: plainly(result.error) }
    return { ...state, ...refusedWith(state.values, error) }
  }
  const made = result.value
  if (made.secret === undefined) redirect(`/webhooks/${made.id}`)
  return {
    ...state,
    idempotency_key: randomText(32),
    made: { id: made.id, url: made.url, secret: made.secret },
  }
}

/** What an endpoint is: its address, its events, whom it alerts, and its description. */
export async function edit(_: WebhookFormState, form: FormData): Promise<WebhookFormState> {
  const actor = await requireStaff()
  const { idempotency_key, id = '', url = '', description = '', alert_email = '', ...values } = textsOf(form)
  const state = stateOf(form, { url, description, alert_email, ...values })
  const input = {
    id,
    url: url.trim(),
    events: eventsIn(form),
    alert_email: alert_email.trim() || null,
    description,
  }
  const result = await submit(updateDescribedWebhook, actor, input, 'dashboard', idempotency_key)
  if (result.ok) redirect(`/webhooks/${id}`)
  const error = { ...result.error, description: plainly(result.error) }
  return { ...state, ...refusedWith(state.values, error) }
}

/** A new secret, for this once. */
export async function roll(_: WebhookFormState, form: FormData): Promise<WebhookFormState> {
  const actor = await requireStaff()
  const { idempotency_key, id = '', overlap = '24h' } = textsOf(form)
  const result = await submit(rollWebhookSecret, actor, { id, overlap }, 'dashboard', idempotency_key)
  if (!result.ok) return { events: [], ...refusedWith({ overlap }, result.error) }
  const { url } = await read(viewWebhook, { id })
  const made = { id, url, secret: result.value.secret }
  return { values: {}, events: [], idempotency_key: randomText(32), made }
}

/** How an endpoint is sent to. */
export async function setOptions(_: Answered, form: FormData): Promise<Answered> {
  const actor = await requireStaff()
  const { idempotency_key, id = '', seconds = '', header_lines = '' } = textsOf(form)
  const values = { seconds, header_lines }
  const headers = headersIn(header_lines)
  if (headers === null) return refusedWith(values, NO_HEADER)
  const limit = /^\d{1,2}([.,]\d{1,3})?$/.test(seconds.trim())
    ? Number(seconds.trim().replace(',', '.'))
    : null
  if (limit === null) return refusedWith(values, NO_LIMIT)
  const options = { id, headers, timeout_ms: Math.round(limit * 1000) }
  // A header field may carry a token under any name: the log has the names alone.
  const shown = { ...options, headers: Object.keys(headers) }
  const result = await submitDiscreetly(setWebhookOptions, actor, options, shown, idempotency_key)
  if (result.ok) redirect(`/webhooks/${id}?tab=sending`)
  return refusedWith(
    values,
    result.error.field === 'timeout_ms' ? { ...result.error, ...NO_LIMIT } : result.error,
  )
}

/** What is done to the deliveries of a test endpoint on purpose; `calm` ends it. */
export async function setChaos(_: Answered, form: FormData): Promise<Answered> {
  const actor = await requireStaff()
  const { idempotency_key, id = '', calm, ...values } = textsOf(form)
  const figures = ['delay', 'duplicate', 'reorder', 'drop'] as const
  const odd = figures.find((name) => !/^\d{0,3}$/.test((values[name] ?? '').trim()))
  if (odd && !calm) return refusedWith(values, { description: 'Enter a whole number.', field: odd })
  const chosen = calm ? [] : figures.map((name) => [name, Number((values[name] ?? '').trim() || 0)])
  const input = { id, ...Object.fromEntries(chosen) }
  const result = await submit(setWebhookChaos, actor, input, 'dashboard', idempotency_key)
  if (result.ok) redirect(`/webhooks/${id}?tab=chaos`)
  return refusedWith(values, result.error)
}

/** Sends again what did not arrive since a time. */
export async function replay(_: Answered, form: FormData): Promise<Answered> {
  const [actor, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const { idempotency_key, id = '', from = '', what = 'failed' } = textsOf(form)
  const since = readMoment(from, zone, Math.floor(Date.now() / 1000), 'start')
  if (since === null) return refusedWith({ from, what }, NO_MOMENT)
  const input = { id, from: since, what: what as 'failed' }
  const result = await submit(replayWebhook, actor, input, 'dashboard', idempotency_key)
  if (result.ok) redirect(`/webhooks/${id}?replayed=${result.value.count}`)
  return refusedWith({ from, what }, result.error)
}

/** The end of an endpoint, once its host has been typed. */
export async function remove(_: Answered, form: FormData): Promise<Answered> {
  const actor = await requireStaff()
  const { idempotency_key, id = '', typed_name = '' } = textsOf(form)
  const result = await submit(deleteWebhookTyped, actor, { id, typed_name }, 'dashboard', idempotency_key)
  if (result.ok) redirect('/webhooks')
  return refusedWith({ typed_name }, result.error)
}

const NO_SECRET = { description: 'Enter a secret, or generate one.', field: 'secret' }
const NO_HEADER = { description: 'Enter one Name: value pair per line.', field: 'headers' }
const NO_LIMIT = { description: 'The timeout must be 0.5 to 30 seconds.', field: 'timeout_ms' }
const NO_MOMENT = {
  description: 'Enter a date, a date and time, "yesterday 18:00", or Unix seconds.',
  field: 'from',
}
