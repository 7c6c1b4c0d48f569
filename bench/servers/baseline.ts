/**
 * The baseline: node:http and pg with the fewest and cheapest statements that give the guarantees of the product, prepared.
 * No schemas, no pipeline, no framework; only the credentials are checked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { capturePayment } from '#bench/servers/baseline-capture.ts'
import { type Answer, type Asked, authenticate } from '#bench/servers/baseline-key.ts'
import { listPayments } from '#bench/servers/baseline-lists.ts'
import { createOrder } from '#bench/servers/baseline-orders.ts'
import { showPage } from '#bench/servers/baseline-page.ts'
import { reverseTransfer } from '#bench/servers/baseline-wallets.ts'
import { serve } from '#bench/servers/child.ts'

await serve((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const actor = await authenticate(request.headers.authorization ?? '')
  if (!actor) return void response.writeHead(401).end()
  const asked = {
    actor,
    url: new URL(request.url ?? '/', 'http://localhost'),
    key: String(request.headers['idempotency-key'] ?? ''),
    body: await textOf(request),
  }
  const { status, body } = await run(request.method ?? 'GET', asked)
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  response.end(body)
}

async function run(method: string, asked: Asked): Promise<Answer> {
  const path = asked.url.pathname
  if (method === 'POST' && path === '/v1/orders') return createOrder(asked)
  if (method === 'POST' && path.endsWith('/capture')) return capturePayment(asked)
  if (method === 'POST' && path.endsWith('/reversals')) return reverseTransfer(asked)
  if (method === 'GET' && path === '/v1/payments') return listPayments(asked)
  if (method === 'GET' && path === '/payments') return showPage(asked)
  return { status: 404, body: '{}' }
}

async function textOf(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') return ''
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
