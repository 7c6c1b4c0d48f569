import { randomUUID } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { CallNotification, Return } from '#lib/ports/acquirer-protocol.ts'

/** Present secret first. Every one signs, and a signature by any of them is accepted, so that they can be exchanged without a gap. */
export type Secrets = readonly [string, ...string[]]

type Headers = Record<string, string | string[] | undefined>

/**
 * The headers of Standard Webhooks, with one signature for each secret.
 * @param now in milliseconds
 */
export function signedHeaders(secrets: Secrets, body: string, now: number, id = `msg_${randomUUID()}`) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatures(secrets, id, now, body),
  }
}

function signatures(secrets: Secrets, id: string, now: number, body: string): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, new Date(now), body)).join(' ')
}

/** Whether one of the secrets signed the body within the last five minutes, by the clock of this machine. */
export function isSigned(secrets: Secrets, body: string, headers: Headers): boolean {
  const plain = {
    'webhook-id': String(headers['webhook-id'] ?? ''),
    'webhook-timestamp': String(headers['webhook-timestamp'] ?? ''),
    'webhook-signature': String(headers['webhook-signature'] ?? ''),
  }
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, plain, { jsonParse: false })
      return true
    } catch {
      return false
    }
  })
}

/** The notification in a body that the acquirer signed, or null. */
export function notificationIn(secrets: Secrets, body: string, headers: Headers): CallNotification | null {
  if (!isSigned(secrets, body, headers)) return null
  const parsed = CallNotification.safeParse(jsonOf(body))
  return parsed.success ? parsed.data : null
}

/** The address at which the payer comes back from the hosted page, signed. @param now in milliseconds */
export function signedReturn(secrets: Secrets, returnUrl: string, reference: string, now: number): string {
  const url = new URL(returnUrl)
  url.searchParams.set('reference', reference)
  url.searchParams.set('timestamp', String(Math.floor(now / 1000)))
  url.searchParams.set('signature', signatures(secrets, reference, now, returnText(reference)))
  return url.href
}

/** The reference whose payer came back, or null when the acquirer did not sign it. */
export function referenceOfReturn(secrets: Secrets, params: Record<string, string>): string | null {
  const parsed = Return.safeParse(params)
  if (!parsed.success) return null
  const { reference, timestamp, signature } = parsed.data
  const headers = {
    'webhook-id': reference,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature,
  }
  return isSigned(secrets, returnText(reference), headers) ? reference : null
}

/** No JSON, so that it is the signature of no request and no notification. */
function returnText(reference: string): string {
  return `return:${reference}`
}

/** @returns undefined for what is no JSON */
export function jsonOf(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
