import { IncomingMessage, type RequestListener, ServerResponse } from 'node:http'
import { logFault } from '#lib/process/log.ts'
import { ERROR_PAGE_HEADER, ERROR_PAGES } from '#lib/values/error-page.ts'
import { holdBack } from './buffered-response.ts'
import { DRAWN_BY_CLIENT, partScripts, tagAt } from './plain-pages.ts'

/**
 * Fills in the pages of errors (docs/decisions/0024-payer-pages.md). Next responds with an empty document when a page
 * throws "not found" or "no permission", and leaves it to the client to draw that page. Here the URL is requested once
 * more, with a header by which the layout shows the error in place of the page, and its HTML is put into the empty
 * document. It stays without script; with script, the client draws the same over it. A requirement, no optimisation: Next
 * 16.4.5 still sends a title and no text. It takes 25 ms of the server for a page of staff, 9 for one of payers.
 */
export function withErrorPages(pages: RequestListener): RequestListener {
  return (request, response) => {
    delete request.headers[ERROR_PAGE_HEADER]
    if (request.method === 'GET') fill(pages, request, response)
    return pages(request, response)
  }
}

function fill(pages: RequestListener, request: IncomingMessage, response: ServerResponse): void {
  // Next changes both.
  const { url = '/' } = request
  const headers = { ...request.headers }
  holdBack(response, isErrorPage, async (body) => {
    const empty = body.toString()
    if (!isEmpty(empty)) return void response.end(body)
    headers[ERROR_PAGE_HEADER] = String(response.statusCode)
    const page = await requestAgain(pages, request, url, headers).catch((error: unknown) => {
      logFault(error, { url: url.split('?', 1)[0] }, 'The page of an error could not be drawn.')
      return empty
    })
    response.removeHeader('content-length')
    response.end(isEmpty(page) ? empty : fillTemplate(empty, page))
  })
}

function isErrorPage(response: ServerResponse): boolean {
  return (
    ERROR_PAGES.some((status) => status === response.statusCode) &&
    String(response.getHeader('content-type') ?? '').startsWith('text/html')
  )
}

function isEmpty(html: string): boolean {
  return tagAt(html, html.indexOf('<html')).includes(DRAWN_BY_CLIENT)
}

/**
 * The page with the scripts of the empty document, which has the data that the client draws from. The mark of that
 * document stays, so that the client draws it all instead of taking over the HTML. So does its title where it has one:
 * that of the page is of what was not found or not permitted.
 */
export function fillTemplate(empty: string, page: string): string {
  const nonce = nonceOf(empty)
  const { rest } = partScripts(page)
  const { rest: frame, scripts } = partScripts(empty)
  const title = TITLE.exec(frame)?.[0]
  return rest
    .replace(TITLE, (own) => title ?? own)
    .replaceAll(` nonce="${nonceOf(page)}"`, ` nonce="${nonce}"`)
    .replace('<html', () => `<html ${DRAWN_BY_CLIENT}`)
    .replace('</body>', () => `${scripts}</body>`)
}

const TITLE = /<title>[^<]+<\/title>/

function nonceOf(html: string): string {
  return / nonce="([^"]*)"/.exec(html)?.[1] ?? ''
}

/** Requests a page in this process, and waits for the whole of it. */
function requestAgain(
  pages: RequestListener,
  { socket, httpVersion }: IncomingMessage,
  url: string,
  headers: IncomingMessage['headers'],
): Promise<string> {
  const request = Object.assign(new IncomingMessage(socket), { method: 'GET', url, httpVersion, headers })
  request.push(null)
  const response = new ServerResponse(request)
  return new Promise((resolve, reject) => {
    holdBack(
      response,
      () => true,
      async (body) => {
        // As a response with a socket ends. Next runs what is left to do after a response (`after`) when it is closed, and
        // waits for that when the server stops.
        response.emit('finish')
        response.emit('close')
        if (response.statusCode === 200) resolve(body.toString())
        else reject(new Error(`It responded with ${response.statusCode}.`))
      },
    )
    pages(request, response)
  })
}
