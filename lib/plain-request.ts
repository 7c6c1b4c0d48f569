import type { IncomingMessage } from 'node:http'
import { leaveBodyOn } from '#lib/read-bytes.ts'

/** What operations look at of a request. Each Request is one. */
export type PlainRequest = { method: string; url: string; headers: { get(name: string): string | null } }

/** A message of Node as a plain request, whose body stays on the connection. Names of headers are in lower case. */
export function plainRequestOf(message: IncomingMessage, method: string, url: string): PlainRequest {
  const get = (name: string) => {
    const value = message.headers[name]
    return value === undefined ? null : String(value)
  }
  return leaveBodyOn(message, { method, url, headers: { get } })
}
