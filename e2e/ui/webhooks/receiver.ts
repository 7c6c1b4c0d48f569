import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from '@playwright/test'
import { demo } from '#e2e/fixtures.ts'
import { rest } from '#e2e/ui/checkout/payer.ts'

/** What the dispatcher does comes in its own time, on a busy machine the more so. */
export const soon = expect.configure({ timeout: 45_000 })

type Received = { headers: Record<string, string>; body: string; event: string }

/** A receiver of webhooks: it accepts everything, until it is told to fail. */
export async function openReceiver() {
  const received: Received[] = []
  let broken = false
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts).toString('utf8')
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      received.push({ headers, body, event: (JSON.parse(body) as { event: string }).event })
      if (broken) response.writeHead(500).end('out of order')
      else response.writeHead(200, { 'content-type': 'application/json' }).end('{"taken":true}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    received,
    break: (yes: boolean) => {
      broken = yes
    },
    /** Ends it, and every endpoint that leads to it, so that none is tried for a day. */
    close: async () => {
      const { items } = await rest<{ items: { id: string; url: string }[] }>('/webhooks?count=100')
      const address = `http://127.0.0.1:${port}/`
      for (const webhook of items.filter(({ url }) => url.startsWith(address))) await removeWebhook(webhook)
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>

/** An endpoint made through the API; its secret comes with it. */
export function makeWebhook(url: string, events: string[] = ['customer.created']) {
  return rest<{ id: string; secret: string; url: string }>('/webhooks', { url, events })
}

/** Something that happens: a customer, by which endpoints of other tests are told as well. */
export async function makeCustomer(): Promise<{ id: string }> {
  const tail = Math.random().toString(36).slice(2, 10)
  return rest<{ id: string }>('/customers', { name: `Hook ${tail}`, email: `hook-${tail}@example.com` })
}

export async function removeWebhook({ id }: { id: string }): Promise<void> {
  const { key_id, key_secret } = demo().test
  await fetch(`${process.env.BASE_URL}/v1/webhooks/${id}`, {
    method: 'DELETE',
    headers: { authorization: `Basic ${btoa(`${key_id}:${key_secret}`)}` },
  })
}
