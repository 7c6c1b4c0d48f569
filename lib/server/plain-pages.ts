import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { holdBack } from './buffered-response.ts'

/** A script of our own, with the path that it is served at: it names the content, so browsers keep it. */
export type OwnScript = { path: string; text: string }

/** The pages of payers and of holders of a statement. They work without script, so Next's client would only be a weight on a phone. */
const PLAIN = /^\/(checkout\/|statement(\/|$))/

/** What React writes for a page that it could not draw here: an error, or a page that is not found. Only the client can. */
export const DRAWN_BY_CLIENT = 'id="__next_error__"'

/**
 * Serves a payer's pages without Next's client (docs/decisions/0024-payer-pages.md): the response of Next is kept back,
 * its scripts are taken out, and one of our own is put in. Measured in turns (Next
 * 16.4.5): 4 KB of script in place of 186, 87 ms of the browser's main thread in place of 218, and 2 ms less of the server,
 * which compresses less.
 */
export function withPlainPages(pages: RequestListener, script: OwnScript): RequestListener {
  return (request, response) => {
    const path = request.url?.split('?', 1)[0] ?? '/'
    if (path === script.path) return serve(request, response, script.text)
    if (PLAIN.test(path)) keepBack(response, (html) => plain(html, script.path))
    return pages(request, response)
  }
}

/** @returns the page with the script at `src` and no other, or as it was when only the client can draw it */
export function plain(html: string, src: string): string {
  if (tagAt(html, html.indexOf('<html')).includes(DRAWN_BY_CLIENT)) return html
  const own = `<script type="module" src="${src}"></script>`
  return partScripts(html).rest.replace('</head>', () => `${own}</head>`)
}

/** The tag that begins there. React escapes angle brackets in texts and attributes, so it ends at the next one. */
export function tagAt(html: string, start: number): string {
  const end = html.indexOf('>', start)
  return start < 0 || end < 0 ? '' : html.slice(start, end + 1)
}

/** The page without its scripts and the links that load them in advance, and these scripts, in one pass. */
export function partScripts(html: string): { rest: string; scripts: string } {
  let rest = ''
  let scripts = ''
  let from = 0
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', Math.max(at + 1, from))) {
    const isScript = html.startsWith('<script', at)
    const end = isScript ? endOf(html, '</script>', at) : endOfScriptLink(html, at)
    if (end === null) continue
    rest += html.slice(from, at)
    if (isScript) scripts += html.slice(at, end)
    from = end
  }
  return { rest: rest + html.slice(from), scripts }
}

function endOfScriptLink(html: string, at: number): number | null {
  if (!html.startsWith('<link', at) || !tagAt(html, at).includes(' as="script"')) return null
  return endOf(html, '>', at)
}

function endOf(html: string, text: string, at: number): number {
  const found = html.indexOf(text, at)
  return found < 0 ? html.length : found + text.length
}

function serve(request: IncomingMessage, response: ServerResponse, text: string): void {
  response.writeHead(200, {
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
  })
  response.end(request.method === 'HEAD' ? undefined : text)
}

/** Sends a response when it is whole: HTML changed, everything else as it is. */
function keepBack(response: ServerResponse, change: (html: string) => string): void {
  holdBack(
    response,
    () => true,
    async (body) => {
      const isHtml = String(response.getHeader('content-type') ?? '').startsWith('text/html')
      if (isHtml) response.removeHeader('content-length')
      response.end(isHtml ? change(body.toString()) : body)
    },
  )
}
