import { deleteWebhook } from '#lib/domain/webhooks/delete.ts'
import { fetchWebhook } from '#lib/domain/webhooks/fetch.ts'
import { updateWebhook } from '#lib/domain/webhooks/update.ts'
import { inAccount, resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = inAccount(
  resource(fetchWebhook, updateWebhook, ['PATCH', updateWebhook], deleteWebhook),
)
