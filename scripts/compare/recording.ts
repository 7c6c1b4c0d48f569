import { open } from 'node:fs/promises'
import { z } from 'zod'
import { CannotStart } from '#lib/server/cannot-start.ts'
import type { Api, MatchedOperation } from './operations.ts'

/** The largest file that is read. */
const MAX_BYTES = 64 * 2 ** 20
/** The most requests that are replayed. */
const MAX_REQUESTS = 1000
/** How deep JSON may be nested. */
const MAX_DEPTH = 32

/** What is read of an archive: neither headers nor cookies are. */
const Archive = z.object({ log: z.object({ version: z.string(), entries: z.array(z.unknown()) }) })
const Entry = z.object({
  startedDateTime: z.string().optional(),
  request: z.object({
    method: z.string(),
    url: z.string(),
    postData: z
      .object({
        mimeType: z.string().default(''),
        text: z.string().optional(),
        params: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
      })
      .nullish(),
  }),
  response: z.object({
    status: z.number(),
    content: z.object({ text: z.string().optional(), encoding: z.string().optional() }).nullish(),
  }),
})
type Entry = z.output<typeof Entry>

/** A recorded request to an operation of the API, and its response. Bodies are undefined where they are not JSON or a form. */
export type RecordedRequest = {
  operation: MatchedOperation
  path: string
  query: [string, string][]
  body: { json: unknown } | { form: [string, string][] } | { file: true } | null
  status: number
  response: unknown
}

/** Requests that are not compared, without their IDs and query. */
export type Ignored = { reason: string; request: string; count: number }

/**
 * Reads an HTTP archive (HAR 1.2) and selects the requests to the API, the oldest first.
 * @param host the host of the API in the recording; found by its paths if absent
 * @throws CannotStart whose sentence has nothing of the content of the file
 */
export async function readRecording(
  file: string,
  api: Api,
  host?: string,
): Promise<{ requests: RecordedRequest[]; ignored: Ignored[] }> {
  const entries = entriesOf(await textOf(file), file)
  const found = entries.flatMap((entry) => {
    const url = URL.parse(entry.request.url)
    return url && /^https?:$/.test(url.protocol) ? [{ entry, url }] : []
  })
  const theirs = host ?? onlyHost(found, api)
  const requests: RecordedRequest[] = []
  const ignored = new Map<string, Ignored>()
  for (const { entry, url } of found) {
    const { method } = entry.request
    const operation = url.host === theirs ? api.match(method, url.pathname) : null
    const reason = reasonToIgnore(entry, url.host === theirs, operation)
    if (operation && reason === null) requests.push(requestOf(entry, url, operation))
    else count(ignored, reason ?? '', url.host === theirs ? `${method} ${shapeOf(url.pathname)}` : url.host)
  }
  if (requests.length === 0)
    throw new CannotStart(
      `${file} has no request to this API${host === undefined ? '' : ` at ${host}`}: their paths begin with /v1/, as in /v1/orders.`,
    )
  if (requests.length > MAX_REQUESTS)
    throw new CannotStart(
      `${file} has ${requests.length} requests to the API. Record at most ${MAX_REQUESTS} at a time.`,
    )
  return { requests, ignored: [...ignored.values()] }
}

async function textOf(file: string): Promise<string> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    throw new CannotStart(`${file} cannot be read: ${error.code}.`)
  })
  try {
    const stat = await handle.stat()
    if (!stat.isFile()) throw new CannotStart(`${file} is not a file.`)
    if (stat.size > MAX_BYTES)
      throw new CannotStart(
        `${file} is larger than ${MAX_BYTES / 2 ** 20} MB. Export only the requests to the API.`,
      )
    return new TextDecoder().decode(await handle.readFile())
  } finally {
    await handle.close()
  }
}

/** The entries by their time. No error has a cause, which would quote the file. */
function entriesOf(text: string, file: string): Entry[] {
  const archive = Archive.safeParse(parsed(text))
  if (!archive.success)
    throw new CannotStart(
      `${file} is not an HTTP archive: log.version and log.entries are missing. Export a HAR file from a proxy or the network panel of a browser.`,
    )
  const { version, entries } = archive.data.log
  if (version !== '1.2') throw new CannotStart(`${file} is not HAR 1.2. Export it as HAR 1.2.`)
  const checked = entries.map((each, index) => {
    const entry = Entry.safeParse(each)
    if (entry.success) return entry.data
    const { path = [] } = entry.error.issues[0] ?? {}
    throw new CannotStart(`${file} is invalid at log.entries[${index}].${path.join('.')}.`)
  })
  return checked.sort((left, right) => timeOf(left) - timeOf(right))
}

function timeOf({ startedDateTime = '' }: Entry): number {
  return Date.parse(startedDateTime) || 0
}

/** @returns undefined where it is not JSON */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** JSON of a request or a response; undefined also where it is nested deeper than any of the API. */
function bodyIn(text: string): unknown {
  const value = parsed(text)
  let level = [value]
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []))
    if (level.length === 0) return value
  }
  return undefined
}

function onlyHost(found: { entry: Entry; url: URL }[], api: Api): string | undefined {
  const hosts = new Set(
    found
      .filter(({ entry, url }) => api.match(entry.request.method, url.pathname))
      .map(({ url }) => url.host),
  )
  const [only] = hosts
  if (hosts.size <= 1) return only
  throw new CannotStart(
    `Paths of the API are requested at several hosts. Name one with --host: ${[...hosts].slice(0, 10).join(', ')}.`,
  )
}

function reasonToIgnore(
  { request, response }: Entry,
  isTheirs: boolean,
  operation: MatchedOperation | null,
): string | null {
  if (!isTheirs) return 'another host'
  if (request.method === 'OPTIONS') return 'a preflight request'
  if (!operation) return 'not an operation of this API'
  if (operation.streams) return 'a stream'
  if (response.status < 200) return 'no response'
  if (response.status === 429 || response.status >= 500) return `the recorded status is ${response.status}`
  return null
}

function count(ignored: Map<string, Ignored>, reason: string, request: string): void {
  const known = ignored.get(`${reason} ${request}`)
  if (known) known.count += 1
  else ignored.set(`${reason} ${request}`, { reason, request, count: 1 })
}

/** A path without what may be an ID or a token. */
function shapeOf(path: string): string {
  const segments = path.split('/').slice(0, 12)
  return segments.map((segment) => (/^[a-z][a-z_-]{0,30}$|^v\d$|^$/.test(segment) ? segment : '…')).join('/')
}

function requestOf({ request, response }: Entry, url: URL, operation: MatchedOperation): RecordedRequest {
  const { text = '', encoding } = response.content ?? {}
  return {
    operation,
    path: url.pathname,
    query: [...url.searchParams],
    body: bodyOf(request.postData),
    status: response.status,
    response: bodyIn(encoding === 'base64' ? Buffer.from(text, 'base64').toString() : text),
  }
}

function bodyOf(data: Entry['request']['postData']): RecordedRequest['body'] {
  if (!data) return null
  const { mimeType, text = '', params } = data
  if (mimeType.startsWith('multipart/')) return { file: true }
  if (mimeType.startsWith('application/x-www-form-urlencoded'))
    return {
      form:
        text === '' && params
          ? params.map(({ name, value = '' }) => [name, value])
          : [...new URLSearchParams(text)],
    }
  const json = bodyIn(text)
  return json === undefined ? null : { json }
}
