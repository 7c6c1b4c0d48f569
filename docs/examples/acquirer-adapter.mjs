// An adapter of the acquirer protocol in one file: hosted collection, capture, void, refund and status.
// It keeps payments in memory and moves no money. Run it with `ACQUIRER_SECRET=whsec_… PORT=4200 node acquirer-adapter.mjs`.
// In your own, replace Maps with tables whose primary key is the reference, and the lines marked BANK with calls to it.
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'

const REFUND_TAKES = Number(process.env.REFUND_TAKES ?? 1000)
const signer = new Webhook(process.env.ACQUIRER_SECRET)

const capabilities = {
  name: 'Example adapter',
  protocol: 1,
  sandbox: true,
  methods: ['card'],
  currencies: ['INR'],
  collection: ['hosted'],
  upi_links: false,
  partial_capture: false,
  instant_refunds: false,
  payouts: false,
  settlement: false,
  limits: { min_amount: 100, max_amount: 50_000_000 },
  authorization_seconds: 432_000,
}

/** What each reference did: the digest of its request, and its response so far. */
const calls = new Map()
/** By the reference of the authorization. */
const payments = new Map()

// BANK: the references that the bank gave, such as rrn.
const REFERENCES = { rrn: '123456789012' }
const PAID_WITH = { method: 'card', last4: '1007' }
const NOTHING_TO_CAPTURE = { outcome: 'refused', reason: 'authorization_lapsed' }
const problem = (status, code, cause) => Object.assign(new Error(code, { cause }), { status })
const failed = (reason) => ({ outcome: 'failed', reason })

/** Each returns the first response of a new reference. None waits between its check and its change. */
const handlers = {
  authorize({ reference, amount, currency, collect }) {
    payments.set(reference, { amount, currency, return_url: collect.return_url, captured: 0, refunded: 0 })
    // BANK: open a payment on the bank's page, with the reference as its idempotency key.
    return { outcome: 'redirect', url: `${origin}/pay/${reference}` }
  },
  capture({ authorization, amount, currency }) {
    const payment = payments.get(authorization)
    const open = payment?.authorized && payment.captured === 0 && !payment.voided
    if (!open || payment.amount !== amount || payment.currency !== currency) return NOTHING_TO_CAPTURE
    payment.captured = amount // BANK: capture
    return { outcome: 'captured', data: REFERENCES }
  },
  void({ authorization, reference }) {
    const payment = payments.get(authorization)
    if (!payment?.authorized || payment.captured > 0 || payment.voided) return failed('Nothing to void.')
    payment.voided = true // BANK: void
    return later(reference)
  },
  refund({ authorization, amount, reference }) {
    const payment = payments.get(authorization)
    if (!payment || payment.refunded + amount > payment.captured) return failed('More than was captured.')
    payment.refunded += amount // BANK: refund
    return later(reference)
  },
}

/** A refund takes a while at most banks. Its outcome is reported when it comes. */
function later(reference) {
  setTimeout(() => {
    calls.get(reference).response = { outcome: 'processed', speed: 'normal', data: REFERENCES }
    void notify(reference, 'processed')
  }, REFUND_TAKES).unref()
  return { outcome: 'pending' }
}

function statusOf({ reference }) {
  const known = calls.get(reference)
  if (!known) return { outcome: 'unknown' }
  const outcome = { authorize: 'authorization', capture: 'capture' }[known.call] ?? 'refund'
  return { outcome, response: known.response }
}

function perform(call, request) {
  if (call === 'status') return statusOf(request)
  const { notify_url, ...compared } = request
  const digest = createHash('sha256').update(JSON.stringify(compared)).digest('hex')
  const known = calls.get(request.reference)
  if (known && known.digest !== digest) throw problem(409, 'reference_reused')
  if (known) return known.first
  const response = handlers[call](request)
  calls.set(request.reference, { call, digest, notify_url, first: response, response })
  return response
}

/** Only the fields that this adapter reads. The OpenAPI document has all of them. */
function checked(call, request) {
  const valid =
    request?.call === call &&
    /^[A-Za-z0-9_.-]{1,64}$/.test(request.reference ?? '') &&
    (call === 'status' || (Number.isSafeInteger(request.amount) && request.amount > 0)) &&
    (call !== 'authorize' || URL.canParse(request.collect?.return_url ?? ''))
  if (!valid) throw problem(400, 'invalid_request')
  return request
}

/** A hint, sent again under the same ID until it is accepted. The server then asks for the status. */
async function notify(reference, status) {
  const body = JSON.stringify({ reference, status })
  const id = `ntf_${reference}_${status}`
  const url = calls.get(reference).notify_url
  for (const pause of url ? [0, 250, 1000, 5000, 30_000] : []) {
    await wait(pause)
    const now = new Date()
    const headers = {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now / 1000)),
      'webhook-signature': signer.sign(id, now, body),
    }
    const response = await fetch(url, { method: 'POST', headers, body }).catch(() => null)
    if (response?.ok) return
  }
}

/** The page of a sandbox has a plain form with `outcome`. Yours is the page of the bank. */
const button = (name) => `<button name="outcome" value="${name}">${name}</button>`
const BUTTONS = ['paid', 'declined', 'cancelled'].map(button).join(' ')
const PAGE = `<!doctype html><title>Pay</title><form method="post" action="">${BUTTONS}</form>`
function pay(method, reference, outcome) {
  const known = calls.get(reference)
  const payment = payments.get(reference)
  if (!payment) throw problem(404, 'not_found')
  if (method === 'GET') return { html: PAGE }
  if (known.response.outcome === 'redirect') {
    payment.authorized = outcome === 'paid'
    const reason = outcome === 'cancelled' ? 'payment_cancelled' : 'payment_declined'
    known.response = payment.authorized
      ? { outcome: 'authorized', data: REFERENCES, international: false, paid_with: PAID_WITH }
      : { outcome: 'declined', reason }
    void notify(reference, known.response.outcome)
  }
  const now = new Date()
  const back = new URL(payment.return_url)
  back.searchParams.set('reference', reference)
  back.searchParams.set('timestamp', String(Math.floor(now / 1000)))
  back.searchParams.set('signature', signer.sign(reference, now, `return:${reference}`))
  return { location: back.href }
}

/** Over the raw body, before anything reads it. Five minutes of tolerance are built in. */
function verified(body, headers) {
  try {
    return signer.verify(body, headers)
  } catch (error) {
    if (error instanceof SyntaxError) throw problem(400, 'invalid_request', error)
    throw problem(401, 'signature_invalid', error)
  }
}

async function respond(request, body) {
  const { pathname } = new URL(request.url, 'http://adapter')
  const [, reference] = /^\/pay\/([\w.-]+)$/.exec(pathname) ?? []
  if (reference) return pay(request.method, reference, new URLSearchParams(body).get('outcome'))
  const json = verified(body, request.headers)
  if (request.method === 'GET' && pathname === '/') return { json: capabilities }
  const call = pathname.slice(1)
  if (request.method !== 'POST' || !['status', ...Object.keys(handlers)].includes(call))
    throw problem(404, 'not_found')
  return { json: perform(call, checked(call, json)) }
}

const server = createServer({ requestTimeout: 10_000 }, async (request, response) => {
  request.setEncoding('utf8')
  let body = ''
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false })) {
      body += chunk
      if (body.length > 65_536) throw problem(413, 'body_too_large')
    }
    const { json, html, location } = await respond(request, body)
    if (location) return response.writeHead(303, { location }).end()
    response.writeHead(200, { 'content-type': html ? 'text/html' : 'application/json' })
    response.end(html ?? JSON.stringify(json))
  } catch ({ status = 503, message }) {
    if (response.destroyed) return
    if (status === 503) response.setHeader('retry-after', '1')
    if (status === 413) response.setHeader('connection', 'close')
    const code = status === 503 ? 'unavailable' : message
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ error: { code, description: code } }))
  }
})
let origin = process.env.ORIGIN
server.listen(Number(process.env.PORT ?? 4200), '127.0.0.1', () => {
  origin ??= `http://127.0.0.1:${server.address().port}`
  process.stdout.write(`${origin}\n`)
})
