// @ts-check
import { createHmac } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

/** For how long a desk is looked for that was never reached: it may be starting, or the address may be wrong. */
const PATIENCE_S = 60

const HELP = `counterfoil listen --forward-to <url> [--events <names>] [--url <url>] [--key <id>:<secret>]

Streams the events of an account and posts each to an address of this machine, signed as webhooks are.

  --forward-to <url>   Where each event is posted to. Without it they are only printed.
  --events <names>     payment.captured,order.paid and so on; without it all.
  --url <url>          URL of the server: else BASE_URL, else the URL that the server of this checkout wrote when it
                       was last started (demo.json in its data folder), else http://localhost:3000.
  --key <id>:<secret>  An API key with events:read: else COUNTERFOIL_KEY, else the test key of the demo merchant in
                       demo.json.
  --wait <seconds>     Seconds to wait for a server that was not reached yet: ${PATIENCE_S}.
  --after <id>         Begins after this event instead of now.
  --print              Prints the body of each event, too.

Ends with exit code 1 when the server rejects the key, or was not reached within that time. A connection that is
lost later is taken up again for as long as it takes.`

const OPTIONS = /** @type {const} */ ({
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  wait: { type: 'string', default: String(PATIENCE_S) },
  after: { type: 'string' },
  print: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
})

/** Between two attempts. */
const PAUSE_MS = 2000

const WAY_OUT = 'If the server is elsewhere, pass --url <url>.'

/** From this many attempts in vain on, the way out is said with each. */
const SOON = 3

/**
 * @typedef {{ last: string | undefined, secret: string, told: Set<string>, said: boolean }} State
 *   `said`: whether the desk has been reached
 */

/** How many ids are remembered, so that what comes twice is forwarded once. */
const REMEMBERED = 2000

/**
 * Listens until it is interrupted, or until the server rejects the key.
 * @param {string[]} args
 * @returns {Promise<number>} the exit code
 */
export async function listen(args) {
  let values
  try {
    values = parseArgs({ args, options: OPTIONS }).values
  } catch (error) {
    console.error(`${/** @type {Error} */ (error).message}\n\n${HELP}`)
    return 1
  }
  if (values.help) {
    console.log(HELP)
    return 0
  }
  const demo = readDemo()
  const key = values.key ?? process.env.COUNTERFOIL_KEY ?? demo?.key
  if (!key?.includes(':')) {
    console.error(`No API key. Pass --key <id>:<secret>, or set COUNTERFOIL_KEY.\n\n${HELP}`)
    return 1
  }
  const to = values['forward-to']
  if (to !== undefined && !/^https?:$/.test(URL.parse(to)?.protocol ?? '')) {
    console.error(`${to} is not a URL. Pass --forward-to http://localhost:4242/hook.`)
    return 1
  }
  if (!(Number(values.wait) >= 0)) {
    console.error(`${values.wait} is not a number of seconds. Pass --wait 60.`)
    return 1
  }
  const desk = (values.url ?? process.env.BASE_URL ?? demo?.url ?? 'http://localhost:3000').replace(
    /\/+$/,
    '',
  )
  return follow(desk, key, values)
}

/**
 * Connection after connection. @returns the exit code, once coming back would not help
 * @param {string} desk
 * @param {string} key
 * @param {Record<string, string | boolean | undefined>} values
 */
async function follow(desk, key, values) {
  /** @type {State} */
  const state = { last: values.after?.toString(), secret: '', told: new Set(), said: false }
  const until = performance.now() + Number(values.wait) * 1000
  for (let failures = 0; ; ) {
    try {
      const refusal = await stay(desk, key, values, state)
      if (refusal !== null) {
        console.error(refusal)
        return 1
      }
      failures = 0
    } catch {
      failures += 1
      console.error(`${clock()} No connection to ${desk}. Retrying.${failures < SOON ? '' : ` ${WAY_OUT}`}`)
    }
    if (!state.said && performance.now() >= until) {
      console.error(`${desk} could not be reached within ${values.wait} seconds. ${WAY_OUT}`)
      return 1
    }
    await sleep(PAUSE_MS)
  }
}

/**
 * One connection, from the last event on. @returns a sentence when coming back would not help
 * @param {string} desk
 * @param {string} key
 * @param {Record<string, string | boolean | undefined>} values
 * @param {State} state
 */
async function stay(desk, key, values, state) {
  const response = await connect(desk, key, values, state.last)
  if (!response.ok || !response.body) return refusalOf(response)
  for await (const { event, id, data } of messages(response.body)) {
    if (event === 'ready') {
      state.secret = JSON.parse(data).secret
      if (!state.said) sayHello(desk, values, state.secret)
      state.said = true
    } else if (id && !state.told.has(id)) {
      await hand(event, id, data, values, state.secret)
      state.last = id
      state.told.add(id)
      if (state.told.size > REMEMBERED) state.told.delete([...state.told][0] ?? '')
    }
  }
  return null
}

/**
 * @param {string} desk
 * @param {string} key
 * @param {Record<string, string | boolean | undefined>} values
 * @param {string | undefined} last
 */
function connect(desk, key, values, last) {
  const events = values.events ? `?events=${encodeURIComponent(String(values.events))}` : ''
  return fetch(`${desk}/v1/webhooks/listen${events}`, {
    headers: {
      authorization: `Basic ${Buffer.from(key).toString('base64')}`,
      accept: 'text/event-stream',
      ...(last === undefined ? {} : { 'last-event-id': last }),
    },
  })
}

/**
 * The server's message when it rejects the listener. @throws when a retry may succeed
 * @param {Response} response
 */
async function refusalOf(response) {
  const said = await response.json().catch(() => null)
  const sentence =
    said?.error?.description ?? `${new URL(response.url).origin} responded with ${response.status}.`
  if (response.status < 500 && response.status !== 429) return sentence
  throw new Error(sentence)
}

/**
 * @param {string} desk
 * @param {Record<string, string | boolean | undefined>} values
 * @param {string} secret
 */
function sayHello(desk, values, secret) {
  console.log(`Listening to ${desk}. Press Ctrl-C to stop.`)
  if (values['forward-to']) console.log(`Forwarding to ${values['forward-to']}`)
  console.log(`Signing with the secret ${secret}`)
}

/**
 * Posts an event as a webhook would, and prints the response.
 * @param {string} event
 * @param {string} id
 * @param {string} body
 * @param {Record<string, string | boolean | undefined>} values
 * @param {string} secret
 */
async function hand(event, id, body, values, secret) {
  const to = values['forward-to']
  const line = `${clock()} ${event} ${id}`
  if (!to) console.log(line)
  else {
    const begun = performance.now()
    const answer = await post(String(to), id, body, secret)
    console.log(`${line} -> ${answer} in ${Math.round(performance.now() - begun)} ms`)
  }
  if (values.print) console.log(body)
}

/**
 * @param {string} to
 * @param {string} id
 * @param {string} body
 * @param {string} secret
 */
async function post(to, id, body, secret) {
  try {
    const response = await fetch(to, {
      method: 'POST',
      redirect: 'manual',
      headers: signed(id, body, secret),
      body,
      signal: AbortSignal.timeout(30_000),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    const { cause, message } = /** @type {Error & { cause?: { code?: string } }} */ (error)
    return `no response (${cause?.code ?? message})`
  }
}

/**
 * The headers of a delivery; lib/values/webhook-signature.ts makes the same.
 * @param {string} id
 * @param {string} body
 * @param {string} secret
 */
export function signed(id, body, secret, at = Math.floor(Date.now() / 1000)) {
  const hex = createHmac('sha256', secret).update(body).digest('hex')
  const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : secret
  const standard = createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')
  return {
    'content-type': 'application/json',
    'user-agent': 'Counterfoil-Webhooks/1',
    'x-signature': hex,
    'x-razorpay-signature': hex,
    'x-event-id': id,
    'x-razorpay-event-id': id,
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': `v1,${standard}`,
  }
}

/**
 * The messages of a stream of server-sent events.
 * @param {ReadableStream<Uint8Array>} stream
 */
async function* messages(stream) {
  let rest = ''
  const decoder = new TextDecoder()
  for await (const chunk of stream) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = parts.pop() ?? ''
    for (const part of parts) {
      const message = read(part)
      if (message.data !== '') yield message
    }
  }
}

/**
 * One message: its lines are fields, of which data may come several times.
 * @param {string} part
 */
function read(part) {
  const message = { event: 'message', id: '', data: '' }
  for (const line of part.split('\n')) {
    const [, field, value = ''] = /^(event|id|data): ?(.*)$/.exec(line) ?? []
    if (field === 'data') message.data += value
    else if (field === 'event' || field === 'id') message[field] = value
  }
  return message
}

/** Where the desk of this checkout is and the test key of its demo merchant, as `npm start` wrote them down. */
function readDemo() {
  const file = join(process.env.DATA_DIR ?? '.data', 'demo.json')
  if (!existsSync(file)) return undefined
  const { base_url, test } = JSON.parse(readFileSync(file, 'utf8'))
  return { url: base_url, key: `${test.key_id}:${test.key_secret}` }
}

function clock() {
  return new Date().toTimeString().slice(0, 8)
}
