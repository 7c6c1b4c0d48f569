import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { fetchAllWebhooks } from '#lib/domain/webhooks/fetch.ts'
import { inAccount, resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = inAccount(resource(fetchAllWebhooks, createWebhook))
