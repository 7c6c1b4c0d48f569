import { cache } from 'react'
import { fetchWebhookStats, getWebhookDetails } from '#lib/domain/webhooks/fetch.ts'
import { read } from '#lib/surfaces/page.ts'

/** One endpoint, read once for a page and its title. */
export const webhookOf = cache((id: string) => read(getWebhookDetails, { id }))

export async function statsOf(id: string) {
  return (await read(fetchWebhookStats, { ids: [id] })).items[0]
}

/** The short name of an endpoint, where there is no room for its URL. */
export function hostOf(url: string): string {
  return new URL(url).host
}
