import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { fetchAllWebhooks } from '#lib/domain/webhooks/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchAllWebhooks, createWebhook)
