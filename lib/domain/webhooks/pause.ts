import { holdWebhook } from '#lib/domain/webhooks/find.ts'
import { EnableWebhook, PauseWebhook, ResumeWebhook, Webhook } from '#lib/domain/webhooks/schema.ts'
import { enableAgain, pause, resume } from '#lib/domain/webhooks/standing.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const pauseWebhook = defineOperation({
  name: 'pause_webhook',
  title: 'Pause a webhook',
  summary: 'Stops deliveries to an endpoint. Queued deliveries are kept; new events are not queued.',
  permission: 'webhooks:write',
  http: null,
  input: PauseWebhook,
  output: Webhook,
  run: async (context, input) => pause(context, await holdWebhook(context, input.id)),
})

export const resumeWebhook = defineOperation({
  name: 'resume_webhook',
  title: 'Resume a webhook',
  summary: 'Resumes deliveries to a paused endpoint; with `replay`, also of the events that it missed.',
  permission: 'webhooks:write',
  http: null,
  input: ResumeWebhook,
  output: Webhook,
  run: async (context, input) => resume(context, await holdWebhook(context, input.id), input.replay),
})

export const enableWebhook = defineOperation({
  name: 'enable_webhook',
  title: 'Enable a webhook again',
  summary:
    'Takes an endpoint that was disabled into use again; with `replay` it is sent what it has missed since it began to fail.',
  permission: 'webhooks:write',
  http: null,
  input: EnableWebhook,
  output: Webhook,
  run: async (context, input) => enableAgain(context, await holdWebhook(context, input.id), input.replay),
})
