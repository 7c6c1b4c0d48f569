import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { gzip, gzipSync } from 'node:zlib'

/** A script of our own, with the path that it is served at: it names the content, so browsers keep it. */
export type OwnScript = { path: string; text: string }

/** The pages of payers and of holders of a statement. They work without script, so Next's client would only be a weight on a phone. */
const PLAIN = /^\/(checkout\/|statement(\/|$))/

/** What React writes for a page that it could not draw here: an error, or a page that is not found. Only the client can. */
const DRAWN_BY_CLIENT = 'id="__next_error__"'

const compress = promisify(gzip)

/**
 * Serves a payer's pages without Next's client (docs/decisions/0042-plain-pages.md): the response of Next is kept back,
 * its scripts are taken out, and one of our own is put in.
 */
export function withPlainPages(pages: RequestListener, script: OwnScript): RequestListener {
  const zipped = gzipSync(script.text)
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (path === script.path) return serve(request, response, script.text, zipped)
    if (PLAIN.test(path)) keepBack(request, response, (html) => plain(html, script.path))
    return pages(request, response)
  }
}

/** @returns the page with the script at `src` and no other, or as it was when only the client can draw it */
export function plain(html: string, src: string): string {
  if (tagAt(html, html.indexOf('<html')).includes(DRAWN_BY_CLIENT)) return html
  const nonce = / nonce="([^"]*)"/.exec(tagAt(html, html.indexOf('<script')))?.[1] ?? ''
  const own = `<script type="module" src="${src}" nonce="${nonce}"></script>`
  return withoutScripts(html).replace('</head>', () => `${own}</head>`)
}

/** The tag that begins there. React escapes angle brackets in texts and attributes, so it ends at the next one. */
function tagAt(html: string, start: number): string {
  const end = html.indexOf('>', start)
  return start < 0 || end < 0 ? '' : html.slice(start, end + 1)
}

/** Removes the scripts and the links that load them in advance, in one pass. */
function withoutScripts(html: string): string {
  let kept = ''
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(at + 1, from))) {
    const end = html.startsWith('<script', at) ? endOf(html, '</script>', at) : endOfScriptLink(html, at)
    if (end === null) continue
    kept += html.slice(from, at)
    from = end
  }
  return kept + html.slice(from)
}

function endOfScriptLink(html: string, at: number): number | null {
  if (!html.startsWith('<link', at) || !tagAt(html, at).includes(' as="script"')) return null
  return endOf(html, '>', at)
}

function endOf(html: string, text: string, at: number): number {
  const found = html.indexOf(text, at)
  return found < 0 ? html.length : found + text.length
}

function serve(request: IncomingMessage, response: ServerResponse, text: string, zipped: Buffer): void {
  const gzipped = takesGzip(request)
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
    ...(gzipped ? { 'content-encoding': 'gzip' } : {}),
  })
  response.end(request.method === 'HEAD' ? undefined : gzipped ? zipped : text)
}

function takesGzip({ headers }: IncomingMessage): boolean {
  return /\bgzip\b/.test(String(headers['accept-encoding'] ?? ''))
}

/** Collects a response, and sends it when it is whole: HTML changed, everything else as it is. */
function keepBack(
  request: IncomingMessage,
  response: ServerResponse,
  change: (html: string) => string,
): void {
  const gzipped = takesGzip(request)
  // Next would compress it before it can be read.
  delete request.headers['accept-encoding']
  const { write, end, writeHead } = response
  const pieces: Buffer[] = []
  let headed = false
  const take = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === 'string')
      pieces.push(Buffer.from(chunk, typeof encoding === 'string' ? (encoding as BufferEncoding) : 'utf8'))
    else if (chunk instanceof Uint8Array) pieces.push(Buffer.from(chunk))
  }
  response.flushHeaders = () => undefined
  response.writeHead = ((status: number, ...rest: [unknown?, unknown?]) => {
    headed = true
    response.statusCode = status
    const headers = (typeof rest[0] === 'string' ? rest[1] : rest[0]) as OutgoingHttpHeaders | undefined
    for (const [name, value] of Object.entries(headers ?? {}))
      if (value !== undefined) response.setHeader(name, value)
    return response
  }) as typeof writeHead
  response.write = ((chunk: unknown, encoding?: unknown, done?: unknown) => {
    take(chunk, encoding)
    const called = [encoding, done].find((one) => typeof one === 'function') as (() => void) | undefined
    if (called) queueMicrotask(called)
    return true
  }) as typeof write
  response.end = ((chunk?: unknown, encoding?: unknown, done?: unknown) => {
    take(chunk, encoding)
    // Functions that wrap writeHead have not been called yet.
    if (!headed) response.writeHead(response.statusCode)
    Object.assign(response, { write, end, writeHead })
    const called = [chunk, encoding, done].find((one) => typeof one === 'function') as
      | (() => void)
      | undefined
    void send(response, Buffer.concat(pieces), gzipped, change).then(called)
    return response
  }) as typeof end
}

async function send(
  response: ServerResponse,
  body: Buffer,
  gzipped: boolean,
  change: (html: string) => string,
): Promise<void> {
  try {
    const isHtml = String(response.getHeader('content-type') ?? '').startsWith('text/html')
    const changed = isHtml ? Buffer.from(change(body.toString())) : body
    if (isHtml && gzipped && changed.length > 0) {
      response.setHeader('content-encoding', 'gzip')
      response.removeHeader('content-length')
      response.end(await compress(changed))
    } else {
      if (isHtml) response.removeHeader('content-length')
      response.end(changed)
    }
  } catch (error) {
    response.destroy(error as Error)
  }
}
