/**
 * The baseline: node:http and pg with the fewest and cheapest statements that give the guarantees of the product, prepared.
 * No schemas, no pipeline, no framework; only the credentials are checked.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { capturePayment } from '#bench/servers/baseline-capture.ts'
import { authenticate, type Reply, type Requested } from '#bench/servers/baseline-key.ts'
import { listPayments } from '#bench/servers/baseline-lists.ts'
import { createOrder } from '#bench/servers/baseline-orders.ts'
import { showPage } from '#bench/servers/baseline-page.ts'
import { reverseTransfer } from '#bench/servers/baseline-wallets.ts'
import { serve } from '#bench/servers/child.ts'

await serve((request, response) => {
  respond(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const actor = await authenticate(request.headers.authorization ?? '')
  if (!actor) return void response.writeHead(401).end()
  const input = {
    actor,
    url: new URL(request.url ?? '/', 'http://localhost'),
    key: String(request.headers['idempotency-key'] ?? ''),
    body: await textOf(request),
  }
  const { status, body } = await run(request.method ?? 'GET', input)
  const length = Buffer.byteLength(body)
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': length })
  response.end(body)
}

async function run(method: string, request: Requested): Promise<Reply> {
  const path = request.url.pathname
  if (method === 'POST' && path === '/v1/orders') return createOrder(request)
  if (method === 'POST' && path.endsWith('/capture')) return capturePayment(request)
  if (method === 'POST' && path.endsWith('/reversals')) return reverseTransfer(request)
  if (method === 'GET' && path === '/v1/payments') return listPayments(request)
  if (method === 'GET' && path === '/payments') return showPage(request)
  return { status: 404, body: '{}' }
}

async function textOf(request: IncomingMessage): Promise<string> {
  if (request.method === 'GET') return ''
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}
