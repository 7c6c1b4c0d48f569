import { hasLostBody, type RequestDetails } from '#lib/domain/requests/schema.ts'

/** A logged request as a command that runs once the key is in the environment: it stays out of the shell's history. */
export function curlOf(baseUrl: string, request: RequestDetails): string {
  const { method, path, request_body: body, request_headers: headers } = request
  const lines = [
    // Without -g curl takes the brackets of expand[]=card for a range.
    `curl ${path.includes('[') ? '-g ' : ''}${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + path)}`,
    '-u "$COUNTERFOIL_KEY_ID:$COUNTERFOIL_KEY_SECRET"',
  ]
  if (body && !hasLostBody(request)) {
    lines.push(`-H ${quoted(contentType(headers))}`)
    lines.push(`--data-raw ${quoted(body)}`)
  }
  const note = hasLostBody(request) ? '# The body is not in the log. Add it with --data-raw.\n' : ''
  return note + lines.join(' \\\n  ')
}

/** Without this header curl sends the content type of a form. An empty header sends none, as in the logged request. */
function contentType(headers: RequestDetails['request_headers']): string {
  if (headers === null) return 'Content-Type: application/json'
  const type = headers['content-type']
  return type === undefined ? 'Content-Type:' : `Content-Type: ${type}`
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
