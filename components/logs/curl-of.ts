import type { ViewedRequest } from '#lib/domain/requests/schema.ts'

/** A logged request as a command that runs once the key is in the environment: it stays out of the shell's history. */
export function curlOf(baseUrl: string, request: ViewedRequest): string {
  const { method, path, request_body: body, request_headers: headers } = request
  const lines = [
    // Without -g curl takes the brackets of expand[]=card for a range.
    `curl ${path.includes('[') ? '-g ' : ''}${method === 'GET' ? '' : `-X ${method} `}${quoted(baseUrl + path)}`,
    '-u "$COUNTERFOIL_KEY_ID:$COUNTERFOIL_KEY_SECRET"',
  ]
  if (body) {
    lines.push(`-H ${quoted(`Content-Type: ${headers?.['content-type'] ?? 'application/json'}`)}`)
    lines.push(`--data-raw ${quoted(body)}`)
  }
  return lines.join(' \\\n  ')
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
