// @ts-check
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { signatureHeaders } from '../lib/values/webhook-signature.js'

/** How long to wait for a server that was not reached yet: it may be starting, or the URL may be wrong. */
const WAIT_S = 60

const HELP = `counterfoil listen --forward-to <url> [--events <names>] [--url <url>] [--key <id>:<secret>]

Streams the events of an account and posts each to a URL on this machine, signed like a webhook.

  --forward-to <url>   URL that each event is posted to. Without it, events are only printed.
  --events <names>     Comma-separated names, such as payment.captured,order.paid. Default: all.
  --url <url>          URL of the server. Default: BASE_URL, else the URL in demo.json, which the server of this
                       checkout writes at its start, else http://localhost:3000.
  --key <id>:<secret>  API key with events:read. Default: COUNTERFOIL_KEY, else the test key in demo.json.
  --wait <seconds>     Seconds to wait for a server that was not reached yet: ${WAIT_S}.
  --after <id>         Starts after this event instead of now.
  --print              Also prints the body of each event.

Exits with code 1 if the server rejects the key or is not reached within --wait. Lost connections are retried
indefinitely.`

const OPTIONS = /** @type {const} */ ({
  'forward-to': { type: 'string' },
  events: { type: 'string' },
  url: { type: 'string' },
  key: { type: 'string' },
  wait: { type: 'string', default: String(WAIT_S) },
  after: { type: 'string' },
  print: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
})

/** Between two attempts. */
const RETRY_MS = 2000

const URL_HINT = 'If the server is elsewhere, pass --url <url>.'

/** Each message after this many failed attempts includes the hint. */
const FAILURES_BEFORE_HINT = 3

/**
 * @typedef {{ last: string | undefined, secret: string, forwarded: Set<string>, connected: boolean }} State
 *   `connected`: whether the server has been reached
 */

/** How many event ids are remembered, so that an event that arrives twice is forwarded once. */
const MAX_REMEMBERED = 2000

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
  const server = (values.url ?? process.env.BASE_URL ?? demo?.url ?? 'http://localhost:3000').replace(
    /\/+$/,
    '',
  )
  return follow(server, key, values)
}

/**
 * Connects again and again. @returns the exit code, once a retry would not help
 * @param {string} server
 * @param {string} key
 * @param {Record<string, string | boolean | undefined>} values
 */
async function follow(server, key, values) {
  /** @type {State} */
  const state = { last: values.after?.toString(), secret: '', forwarded: new Set(), connected: false }
  const until = performance.now() + Number(values.wait) * 1000
  for (let failures = 0; ; ) {
    try {
      const rejection = await stay(server, key, values, state)
      if (rejection !== null) {
        console.error(rejection)
        return 1
      }
      failures = 0
    } catch {
      failures += 1
      console.error(
        `${clock()} No connection to ${server}. Retrying.${failures < FAILURES_BEFORE_HINT ? '' : ` ${URL_HINT}`}`,
      )
    }
    if (!state.connected && performance.now() >= until) {
      console.error(`${server} could not be reached within ${values.wait} seconds. ${URL_HINT}`)
      return 1
    }
    await sleep(RETRY_MS)
  }
}

/**
 * One connection, from the last event on. @returns the server's message if a retry would not help
 * @param {string} server
 * @param {string} key
 * @param {Record<string, string | boolean | undefined>} values
 * @param {State} state
 */
async function stay(server, key, values, state) {
  const response = await connect(server, key, values, state.last)
  if (!response.ok || !response.body) return rejectionOf(response)
  const messages = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream())
  for await (const { event = 'message', id, data } of messages) {
    if (event === 'ready') {
      state.secret = JSON.parse(data).secret
      if (!state.connected) printStart(server, values, state.secret)
      state.connected = true
    } else if (id && !state.forwarded.has(id)) {
      await forward(event, id, data, values, state.secret)
      state.last = id
      state.forwarded.add(id)
      if (state.forwarded.size > MAX_REMEMBERED) state.forwarded.delete([...state.forwarded][0] ?? '')
    }
  }
  return null
}

/**
 * @param {string} server
 * @param {string} key
 * @param {Record<string, string | boolean | undefined>} values
 * @param {string | undefined} last
 */
function connect(server, key, values, last) {
  const events = values.events ? `?events=${encodeURIComponent(String(values.events))}` : ''
  return fetch(`${server}/v1/webhooks/listen${events}`, {
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
async function rejectionOf(response) {
  const body = await response.json().catch(() => null)
  const sentence =
    body?.error?.description ?? `${new URL(response.url).origin} responded with ${response.status}.`
  if (response.status < 500 && response.status !== 429) return sentence
  throw new Error(sentence)
}

/**
 * @param {string} server
 * @param {Record<string, string | boolean | undefined>} values
 * @param {string} secret
 */
function printStart(server, values, secret) {
  console.log(`Listening to ${server}. Press Ctrl-C to stop.`)
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
async function forward(event, id, body, values, secret) {
  const to = values['forward-to']
  const line = `${clock()} ${event} ${id}`
  if (!to) console.log(line)
  else {
    const begun = performance.now()
    const outcome = await post(String(to), id, body, secret)
    console.log(`${line} -> ${outcome} in ${Math.round(performance.now() - begun)} ms`)
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
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Counterfoil-Webhooks/1',
        ...signatureHeaders({ id, at: Math.floor(Date.now() / 1000), body, secrets: [secret] }),
      },
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

/** The URL of the server of this checkout and the test key of its demo merchant, as `npm start` wrote them. */
export function readDemo() {
  const file = join(process.env.DATA_DIR ?? '.data', 'demo.json')
  if (!existsSync(file)) return undefined
  const { base_url, test } = JSON.parse(readFileSync(file, 'utf8'))
  return { url: base_url, key: `${test.key_id}:${test.key_secret}` }
}

function clock() {
  return new Date().toTimeString().slice(0, 8)
}
