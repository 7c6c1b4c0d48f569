import { isAppError, refused } from '#lib/errors.ts'
import { readBrackets } from '#lib/surfaces/brackets.ts'
import { assertPlainJson } from '#lib/surfaces/json.ts'

/** The largest JSON or form body that is read, in bytes. */
export const BODY_LIMIT = 1_000_000

/** What a request carried: its members, whether they are all text (to be coerced), and the text for the log. */
export type Body = { members: Record<string, unknown>; textual: boolean; text: string }

/**
 * Reads the body of a write: JSON, or a form with bracketed names. An empty body is no members.
 * @param tell is given the text before it is parsed, since what cannot be parsed is of use in the log, too
 * @throws body_too_large, unsupported_media_type, malformed_body
 */
export async function readBody(
  request: Request,
  tell: (text: string) => void = () => undefined,
): Promise<Body> {
  const text = decode(await readBytes(request))
  tell(text)
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  if (text.trim() === '') return { members: {}, textual: false, text }
  if (type === 'application/json') return { members: readJson(text), textual: false, text }
  if (type === 'application/x-www-form-urlencoded') {
    return { members: readBrackets(new URLSearchParams(text)), textual: true, text }
  }
  throw refused('unsupported_media_type')
}

async function readBytes(request: Request): Promise<Uint8Array> {
  const announced = Number(request.headers.get('content-length') ?? 0)
  if (announced > BODY_LIMIT) throw refused('body_too_large', `A body is at most ${BODY_LIMIT} bytes here.`)
  if (!request.body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let size = 0
  try {
    for await (const chunk of request.body) {
      size += chunk.byteLength
      if (size > BODY_LIMIT) throw refused('body_too_large', `A body is at most ${BODY_LIMIT} bytes here.`)
      chunks.push(chunk)
    }
  } catch (thrown) {
    // A sender who goes away in the middle is no fault of ours.
    throw isAppError(thrown)
      ? thrown
      : refused('malformed_body', 'The body did not arrive whole.', { cause: thrown })
  }
  return Buffer.concat(chunks)
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw refused('malformed_body', 'The body is not valid UTF-8.', { cause })
  }
}

function readJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw refused('malformed_body', 'The body is not valid JSON.', { cause })
  }
  if (typeof value !== 'object' || value === null)
    throw refused('malformed_body', 'The body must be a JSON object.')
  // PHP writes an empty object as [].
  if (Array.isArray(value)) {
    if (value.length === 0) return {}
    throw refused('malformed_body', 'The body must be a JSON object.')
  }
  assertPlainJson(text)
  return value as Record<string, unknown>
}
