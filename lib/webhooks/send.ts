import { performance } from 'node:perf_hooks'
import type { Dispatcher } from 'undici'
import {
  type DeliveryFailure,
  failureOfError,
  failureOfStatus,
  failureOfTime,
} from '#lib/webhooks/failure-messages.ts'

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
