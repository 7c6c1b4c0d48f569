'use server'
import { typedNameForm } from '#components/shared/form/typed-name-state.ts'
import {
  chaosForm,
  editWebhookForm,
  newWebhookForm,
  optionsForm,
  replayForm,
  rotateSecretForm,
} from '#components/webhooks/webhook-form-state.ts'
import { createDescribedWebhook } from '#lib/domain/webhooks/create.ts'
import { deleteWebhookTyped } from '#lib/domain/webhooks/delete.ts'
import { enableWebhook, pauseWebhook, resumeWebhook } from '#lib/domain/webhooks/pause.ts'
import { replayWebhook, resendDelivery } from '#lib/domain/webhooks/resend.ts'
import { sendEvent } from '#lib/domain/webhooks/send-event.ts'
import {
  rotateWebhookSecret,
  setWebhookChaos,
  setWebhookOptions,
  updateDescribedWebhook,
} from '#lib/domain/webhooks/update.ts'
import { formAction } from '#lib/surfaces/form-action.ts'
import { type FormReader, recordForm } from '#lib/values/form.ts'

const to = ({ id }: { id: string }) => `/webhooks/${id}`
const fields: string[] = []
const started = {
  fields,
  read: (form: FormReader) => ({ id: form.text('id'), replay: form.text('replay') !== 'false' }),
}

export const pauseWebhookAction = formAction(pauseWebhook, recordForm, { to })
export const resumeWebhookAction = formAction(resumeWebhook, started, { to })
export const enableWebhookAction = formAction(enableWebhook, started, { to })

const delivery = {
  fields,
  read: (form: FormReader) => ({ id: form.text('id'), event_id: form.text('event_id') }),
}
export const resendDeliveryAction = formAction(resendDelivery, delivery, {
  to: ({ endpoint_id, event_id }) => `/webhooks/${endpoint_id}/deliveries/${event_id}`,
  message: () => 'Resend queued',
})

const event = {
  fields,
  read: (form: FormReader) => ({
    id: form.text('id'),
    event: form.text('event'),
    object_id: form.text('object_id'),
  }),
}
export const sendEventAction = formAction(sendEvent, event, {
  to: ({ id, event_id }) => `/webhooks/${id}/deliveries/${event_id}`,
})

/** A new endpoint. The result is its secret, where it was generated, this once. */
export const createWebhookAction = formAction(createDescribedWebhook, newWebhookForm, {
  to: (webhook) => (webhook.secret === undefined ? to(webhook) : undefined),
  message: () => 'Webhook created',
  result: ({ id, url, secret }) => (secret === undefined ? undefined : { id, url, secret }),
})

export const updateWebhookAction = formAction(updateDescribedWebhook, editWebhookForm, {
  to,
  message: () => 'Webhook saved',
})

/** The result is the new secret, this once. */
export const rotateWebhookSecretAction = formAction(rotateWebhookSecret, rotateSecretForm, {
  result: ({ secret }) => ({ secret }),
})

export const setWebhookOptionsAction = formAction(setWebhookOptions, optionsForm, {
  to: (webhook) => `${to(webhook)}?tab=sending`,
  message: () => 'Settings saved',
  // A header may carry a token under any name: the log has the names alone.
  logged: (input) => {
    const { headers, ...rest } = input as ReturnType<typeof optionsForm.read>
    return { ...rest, headers: Object.keys(headers) }
  },
})

const chaosTab = { to: (webhook: { id: string }) => `${to(webhook)}?tab=chaos` }
export const setWebhookChaosAction = formAction(setWebhookChaos, chaosForm, chaosTab)
export const stopWebhookChaosAction = formAction(setWebhookChaos, recordForm, chaosTab)

/** Sends again what did not arrive since a time. */
export const replayWebhookAction = formAction(replayWebhook, replayForm, {
  to: ({ id, count }) => `/webhooks/${id}?replayed=${count}`,
})

/** Deletes an endpoint, once its host has been typed. */
export const deleteWebhookAction = formAction(deleteWebhookTyped, typedNameForm, {
  to: () => '/webhooks',
  message: () => 'Webhook deleted',
})
