import { API_BYTES } from '#lib/http/body-limits.ts'
import type { PlainRequest } from '#lib/http/plain-request.ts'
import { readBytes } from '#lib/http/plain-request.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { readForm } from '#lib/surfaces/brackets.ts'
import { assertPlainJson } from '#lib/surfaces/json.ts'

/** The body of a request: its properties, and the text for the log. */
type Body = { fields: Record<string, unknown>; text: string }

/**
 * Reads the body of a write: JSON, or a form with bracketed names. An empty body, null and [] have no properties.
 * @param tell gets the text before it is parsed, since the log also needs one that cannot be parsed
 * @throws body_too_large, unsupported_media_type, malformed_body
 */
export async function readBody(
  request: PlainRequest,
  tell: (text: string) => void = () => undefined,
): Promise<Body> {
  const text = decode(await bytesOf(request))
  tell(text)
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (text.trim() === '') return { fields: {}, text }
  if (type === 'application/json') return { fields: readJson(text), text }
  if (type === 'application/x-www-form-urlencoded') return { fields: readForm(text), text }
  throw refused('unsupported_media_type')
}

async function bytesOf(request: PlainRequest): Promise<Uint8Array> {
  const bytes = await readBytes(request, API_BYTES).catch((cause: unknown) => {
    // A sender who disconnects in the middle is no fault of the server.
    throw refused('malformed_body', 'The request body arrived incomplete.', { cause })
  })
  if (!bytes) throw refused('body_too_large', `Request bodies can be up to ${API_BYTES} bytes here.`)
  return bytes
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw refused('malformed_body', 'The request body is not valid UTF-8.', { cause })
  }
}

function readJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refused('malformed_body', 'The request body is not valid JSON.', { cause })
  }
  // Clients write a body without properties as null, and PHP as [].
  if (value === null || (Array.isArray(value) && value.length === 0)) return {}
  if (typeof value !== 'object' || Array.isArray(value))
    throw refused('malformed_body', 'The request body must be a JSON object.')
  assertPlainJson(text)
  return value as Record<string, unknown>
}
