import type { RequestListener, ServerResponse } from 'node:http'
import { bytesOf, callbackOf, setHeadersOf, type WriteArguments } from './buffered-response.ts'

/**
 * Takes the nonce off the scripts of a page that are files (docs/decisions/0023-dashboard.md). The policy of the
 * pages allows files of this site by their address and only text in the page by nonce. A browser that has run a file
 * runs it again without compiling it, but only if its tag is the same: with the nonce of each response it never is.
 * Measured on lists, 28 loads each in turns (Next 16.4.5): compiling 2.2 ms in place of 6.6, all of the browser's main thread
 * 133 in place of 144; it takes 4.7 ms of the server for a list of 470 KB.
 */
export function withScriptFiles(pages: RequestListener): RequestListener {
  return (request, response) => {
    changeHtml(response)
    return pages(request, response)
  }
}

/** @returns the HTML, of whole tags, without the nonces of the scripts that are files, and of what loads these in advance */
export function withoutNonces(html: string): string {
  // React escapes angle brackets and quotes in texts and attributes.
  return html.replace(/<(?:script|link) [^<>]*>/g, (tag) =>
    / (?:src="|as="script")/.test(tag) ? tag.replace(/ nonce="[^"]*"/, '') : tag,
  )
}

/** How far a text has no tag that is cut off: to its end, or to the beginning of that tag. */
export function endOfWholeTags(html: string): number {
  const open = html.lastIndexOf('<')
  return open < 0 || html.indexOf('>', open) >= 0 ? html.length : open
}

/** Changes HTML while it is written. Next writes pieces of it that end anywhere, so the beginning of a tag waits for its rest. */
function changeHtml(response: ServerResponse): void {
  const { write, end, writeHead } = response
  let isHtml: boolean | undefined
  // One byte is one character here, so that a piece may end within a character.
  let rest = ''
  const take = (length: number) => {
    const whole = rest.slice(0, length)
    rest = rest.slice(length)
    return Buffer.from(withoutNonces(whole), 'latin1')
  }
  const decide = () => {
    if (isHtml === undefined) {
      isHtml = String(response.getHeader('content-type')).startsWith('text/html')
      if (isHtml) response.removeHeader('content-length')
    }
    return isHtml
  }
  response.writeHead = ((status: number, ...head: [unknown?, unknown?]) => {
    setHeadersOf(response, head)
    decide()
    return writeHead.call(response, status)
  }) as typeof writeHead
  response.write = ((...given: WriteArguments) => {
    if (!decide()) return write.apply(response, given as Parameters<typeof write>)
    rest += bytesOf(given).toString('latin1')
    return write.call(response, take(endOfWholeTags(rest)), 'latin1', callbackOf(given))
  }) as typeof write
  response.end = ((...given: WriteArguments) => {
    if (response.req.method === 'HEAD' || !decide())
      return end.apply(response, given as unknown as Parameters<typeof end>)
    rest += bytesOf(given).toString('latin1')
    return end.call(response, take(rest.length), 'latin1', callbackOf(given))
  }) as typeof end
}
