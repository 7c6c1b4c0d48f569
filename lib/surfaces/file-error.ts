import { tokenStyles } from '#lib/http/stylesheet.ts'
import { returnPath } from '#lib/values/return-path.ts'
import { escapeHtml } from '#lib/values/text.ts'

type FileError = { status: number; description: string; request_id?: string; reason?: string }

/**
 * The response in place of a rejected file: a page for a browser that followed a link or a form, plain text for every
 * other client. A browser whose session has to be confirmed is led to the page that asks.
 */
export function fileError(
  request: Request,
  { status, description, request_id, reason }: FileError,
): Response {
  const shared = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }
  if (!request.headers.get('accept')?.includes('text/html')) {
    const text = [description, request_id].filter(Boolean).join('\n')
    return new Response(`${text}\n`, {
      status,
      headers: { ...shared, 'content-type': 'text/plain; charset=utf-8' },
    })
  }
  if (reason === 'password_required') return leadToConfirmation(request, shared)
  const nonce = request.headers.get('x-nonce')
  return new Response(page(description, request_id, nonce ?? ''), {
    status,
    headers: {
      ...shared,
      'content-type': 'text/html; charset=utf-8',
      // Below /api no other policy overrides it (proxy.ts).
      ...(nonce ? {} : { 'content-security-policy': ALONE }),
    },
  })
}

/** The file itself comes after the confirmation where it has a link; a form with its selection is sent again. */
function leadToConfirmation(request: Request, headers: Record<string, string>): Response {
  const { pathname, search } = new URL(request.url)
  const page = refererPath(request)
  const input: Record<string, string> =
    request.method !== 'GET'
      ? { return_to: page ?? '/' }
      : { file: pathname + search, ...(page === null ? {} : { return_to: page }) }
  return new Response(null, {
    status: 303,
    headers: { ...headers, location: `/confirm?${new URLSearchParams(input)}` },
  })
}

/** The page with the link or the form, with its filters; null where the browser does not say. */
function refererPath(request: Request): string | null {
  const sent = request.headers.get('referer')
  if (sent === null || !URL.canParse(sent)) return null
  const { pathname, search } = new URL(sent)
  return returnPath(pathname + search, '') || null
}

const ALONE =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const STYLES = `
body { margin: 0; min-height: 100dvh; display: grid; place-content: center; padding: 24px; background: var(--paper, #faf9f5); color: var(--ink, #1f1d1a); font: 16px/1.5 system-ui, sans-serif }
main { max-width: 52ch }
h1 { margin: 0 0 8px; font-size: 20px }
a { color: inherit }
`

function page(description: string, requestId: string | undefined, nonce: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><title>No file · Counterfoil</title>',
    `<style nonce="${escapeHtml(nonce)}">${tokenStyles()}${STYLES}</style></head>`,
    `<body><main><h1>File not created</h1><p>${escapeHtml(description)}</p>`,
    requestId ? `<p>Request ${escapeHtml(requestId)}</p>` : '',
    '<p><a href="/">Go to the overview</a></p></main></body></html>',
  ].join('')
}
