import { performance } from 'node:perf_hooks'
import type { Dispatcher } from 'undici'
import { eventBody } from '#lib/domain/events/rules.ts'
import type { Chaos } from '#lib/domain/webhooks/schema.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { type SigningKeys, signatureHeaders, signingKeys } from '#lib/values/webhook-signature.js'
import type { Claimed, Endpoint } from '#lib/webhooks/claim.ts'
import {
  type DeliveryFailure,
  failureOfError,
  failureOfStatus,
  failureOfTime,
} from '#lib/webhooks/failure-messages.ts'

/** The injected fault of one delivery before it is sent: delay or drop. */
export type InjectedFault = { delay: number; drop: boolean }

/** By how much a delivery is held back at most that is to arrive behind later ones, in seconds. */
const BEHIND = 10

/** Draws the fate of a delivery. @param chance a random number from 0 to 1, another at each call */
export function injectedFaultOf(chaos: Partial<Chaos>, chance: () => number): InjectedFault {
  const behind = happens(chaos.reorder, chance) ? 1 + Math.floor(chance() * BEHIND) : 0
  return {
    delay: (chaos.delay ?? 0) + behind,
    drop: happens(chaos.drop, chance),
  }
}

/** Draws whether a delivery is sent twice, when it is sent: a delayed one is sent later. */
export function isDoubled(chaos: Partial<Chaos>, chance: () => number): boolean {
  return happens(chaos.duplicate, chance)
}

function happens(percent: number | undefined, chance: () => number): boolean {
  return percent !== undefined && percent > 0 && chance() * 100 < percent
}

export type Prepared = DeliveryRequest & {
  /** Whether two secrets sign, so that a rejection may mean that the receiver has the other one. */
  overlapping: boolean
}

/**
 * The request that brings a delivery. While two secrets sign, the hexadecimal fields, which have room for one
 * signature, are made with the new one at odd attempts and with the one before at even ones.
 */
export function requestOf(
  vault: Pick<Runtime['vault'], 'open'>,
  delivery: Claimed,
  endpoint: Endpoint,
  now: number,
): Prepared {
  const body = eventBody(delivery, delivery.name)
  const { url, current, previous } = openedOf(vault, endpoint, now)
  const even = delivery.attempts % 2 === 1
  return {
    url,
    body,
    timeoutMs: endpoint.timeout_ms,
    overlapping: previous !== null,
    headers: {
      ...endpoint.headers,
      'content-type': 'application/json',
      'user-agent': 'Counterfoil-Webhooks/1',
      ...signatureHeaders({
        id: delivery.event_id,
        at: now,
        body,
        secrets: previous === null ? [current] : [current, previous],
        hexSecret: previous !== null && even ? previous : current,
      }),
    },
  }
}

type Opened = { url: URL; current: SigningKeys; previous: SigningKeys | null }

/**
 * The address and the keys of an endpoint. Its row is read with every claim, and they are made of it once for all that was
 * claimed with it, not for each delivery: to open a secret costs as much as to send.
 */
function openedOf(vault: Pick<Runtime['vault'], 'open'>, endpoint: Endpoint, now: number): Opened {
  const known = opened.get(endpoint)
  if (known) return known
  const { secret_encrypted, previous_secret_encrypted, previous_secret_until: until } = endpoint
  // An expired secret is not decrypted: its key may be gone.
  const before = (until ?? 0) > now ? previous_secret_encrypted : null
  const made = {
    url: new URL(endpoint.url),
    current: signingKeys(vault.open(secret_encrypted)),
    previous: before === null ? null : signingKeys(vault.open(before)),
  }
  opened.set(endpoint, made)
  return made
}
const opened = new WeakMap<Endpoint, Opened>()

export type DeliveryRequest = {
  url: URL
  headers: Record<string, string>
  body: string
  /** The limit of the whole sendDelivery, from the first look-up to the last byte of the response. */
  timeoutMs: number
}

export type DeliveryResponse = {
  status: number | null
  headers: Record<string, string> | null
  /** The first 4 KB. */
  body: string | null
  milliseconds: number
  /** Null when the event was taken. */
  failure: DeliveryFailure | null
}

/** How much of a response body is stored, and how much is read before the connection is closed: the status decides. */
const MAX_BODY = 4096
const READ = 65_536

/** Posts once and returns the outcome. Never throws, follows no redirect, and ends at its limit at the latest. */
export function sendDelivery(through: Dispatcher, request: DeliveryRequest): Promise<DeliveryResponse> {
  return new Promise((resolve) => {
    const begun = performance.now()
    let status: number | null = null
    let headers: Record<string, string> | null = null
    let controller: Dispatcher.DispatchController | undefined
    const chunks: Buffer[] = []
    let bytes = 0
    let ended = false

    function end(failure: DeliveryFailure | null): void {
      if (ended) return
      ended = true
      clearTimeout(timer)
      resolve({
        status,
        headers,
        body: status === null ? null : textOf(Buffer.concat(chunks).subarray(0, MAX_BODY)),
        milliseconds: Math.round(performance.now() - begun),
        failure,
      })
    }
    const endByStatus = () => end(failureOfStatus(status ?? 0, headers?.location))
    function cut(failure: DeliveryFailure): void {
      end(failure)
      controller?.abort(new Error(failure.words))
    }
    const timer = setTimeout(() => cut(failureOfTime(request.timeoutMs)), request.timeoutMs)

    through.dispatch(
      {
        origin: request.url.origin,
        path: request.url.pathname + request.url.search,
        method: 'POST',
        headers: request.headers,
        body: request.body,
      },
      {
        onRequestStart(its) {
          controller = its
          // The limit may have passed while it waited for a connection.
          if (ended) its.abort(new Error('Timed out.'))
        },
        onResponseStart(_its, code, fields) {
          status = code
          headers = plain(fields)
        },
        onResponseData(its, chunk) {
          if (bytes < MAX_BODY) chunks.push(Buffer.from(chunk))
          bytes += chunk.length
          if (bytes <= READ || ended) return
          endByStatus()
          its.abort(new Error('The response is too large to read.'))
        },
        onResponseEnd: endByStatus,
        onResponseError: (_its, error) => end(failureOfError(error)),
      },
    )
  })
}

function plain(fields: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields)
      .slice(0, 50)
      .map(([name, value]) => [
        name,
        clean(String(Array.isArray(value) ? value.join(', ') : value)).slice(0, 1000),
      ]),
  )
}

/** Bytes that are no text become a sign that says so. */
function textOf(bytes: Buffer): string {
  return clean(bytes.toString('utf8'))
}

/** No table can hold the character NUL. */
function clean(text: string): string {
  return text.replaceAll('\u0000', '\ufffd')
}
