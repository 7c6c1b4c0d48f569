import { cache } from 'react'
import { fetchWebhookStats } from '#lib/domain/webhooks/stats.ts'
import { viewWebhook } from '#lib/domain/webhooks/view.ts'
import { read } from '#lib/surfaces/page.ts'

/** One endpoint, read once for a page and its title. */
export const webhookOf = cache((id: string) => read(viewWebhook, { id }))

export async function statsOf(id: string) {
  return (await read(fetchWebhookStats, { ids: [id] })).items[0]
}

/** What an endpoint is called where there is no room for its address. */
export function hostOf(url: string): string {
  return new URL(url).host
}
