import { type ApprovalWithMessage, whyItWaits } from '#lib/domain/approvals/schema.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { formatMoney } from '#lib/values/money-text.ts'

/**
 * The card of an approval, as one document that loads nothing. Hosts draw it in a sandboxed frame and talk to it with
 * messages (specification 2026-01-26 of the extension). It shows the approval and links to its page in the dashboard,
 * where people decide; it has no button that decides.
 */

/** The design tokens of components/ui/css/tokens.css; a test compares them. */
const TOKENS = `
  --surface: light-dark(#ffffff, #1c1b16);
  --line: light-dark(#e5e1d6, #302e27);
  --ink: light-dark(#1d1c18, #f0ede4);
  --ink-2: light-dark(#55524a, #bcb7aa);
  --accent: light-dark(#0d5a45, #63c9a6);
  --accent-ink: light-dark(#ffffff, #0c1f18);
  --good: light-dark(#1a6437, #7cd09a);
  --good-tint: light-dark(#e7f3ea, #18291e);
  --wait: light-dark(#7a4d00, #e6b661);
  --wait-tint: light-dark(#fbf1dc, #2e2513);
  --bad: light-dark(#9c231c, #f09b92);
  --bad-tint: light-dark(#fbeae8, #341b18);
  --plain-tint: light-dark(#efece3, #27251f);
`

const STYLE = `
:root { color-scheme: light dark; ${TOKENS} }
:root[data-theme="light"] { color-scheme: light }
:root[data-theme="dark"] { color-scheme: dark }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; padding: 1px; background: transparent; color: var(--ink);
  font: 14px/1.45 Inter, system-ui, sans-serif }
main { padding: 16px; border: 1px solid var(--line); border-radius: 10px; background: var(--surface) }
header { display: flex; flex-wrap: wrap; gap: 4px 12px; align-items: center; justify-content: space-between }
h1 { margin: 0; font-size: 15px; font-weight: 600 }
.status { margin: 0; padding: 1px 8px; border-radius: 5px; font-size: 13px; font-weight: 550;
  color: var(--ink-2); background: var(--plain-tint) }
.status[data-tone="wait"] { color: var(--wait); background: var(--wait-tint) }
.status[data-tone="good"] { color: var(--good); background: var(--good-tint) }
.status[data-tone="bad"] { color: var(--bad); background: var(--bad-tint) }
.amount { margin: 6px 0 2px; font-size: 26px; line-height: 1.2; font-weight: 620;
  font-variant-numeric: tabular-nums; overflow-wrap: anywhere }
.hint { margin: 0; color: var(--ink-2) }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 12px 0 0; padding-top: 12px;
  border-top: 1px dashed var(--line) }
dt { color: var(--ink-2) }
dd { margin: 0; overflow-wrap: anywhere }
a { display: inline-block; min-height: 32px; margin-top: 14px; padding: 5px 14px; border-radius: 7px;
  background: var(--accent); color: var(--accent-ink); font-weight: 550; text-decoration: none }
a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
a:hover { text-decoration: underline }
@media (max-width: 360px) { dl { grid-template-columns: 1fr; gap: 0 } dd { margin-bottom: 6px } }
@media (forced-colors: active) { main, .status, a { border: 1px solid } }
`

const SCRIPT = `
(() => {
  const POLL = 5000
  const STATES = {
    waiting: ['wait', 'Waiting for approval', 'No money has moved. A person decides in the dashboard.'],
    approved: ['good', 'Approved', 'The request runs now or has run.'],
    rejected: ['bad', 'Rejected', 'No money has moved.'],
    withdrawn: ['', 'Withdrawn', 'No money has moved.'],
    expired: ['', 'Expired', 'No decision within 24 hours. No money has moved.'],
    failed: ['bad', 'Failed', 'It was approved, but the request failed.'],
  }
  const at = (id) => document.getElementById(id)
  const pending = new Map()
  let last = 0
  let host = {}
  let context = {}
  let card = null
  let timer = 0

  const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
  const request = (method, params) => new Promise((resolve, reject) => {
    last += 1
    pending.set(last, { resolve, reject })
    send({ id: last, method, params })
  })

  const dateOf = (seconds) => {
    const options = { dateStyle: 'medium', timeStyle: 'long' }
    const date = new Date(seconds * 1000)
    try {
      return date.toLocaleString(context.locale || 'en-IN', { ...options, timeZone: context.timeZone })
    } catch {
      return date.toLocaleString('en-IN', options)
    }
  }

  const draw = () => {
    if (!card) return
    const [tone, word, hint] = STATES[card.status] || ['', card.status, '']
    const waits = card.status === 'waiting'
    at('title').textContent = card.title
    at('status').dataset.tone = tone
    at('status').textContent = word
    at('status').hidden = false
    at('hint').textContent = hint
    if (card.amount) {
      at('amount').textContent = card.amount
      at('amount').hidden = false
      at('by').textContent = card.requested_by
      at('object').textContent = card.object_id || 'none'
      at('reason').textContent = card.reason
      at('expires').textContent = dateOf(card.expires_at)
      for (const part of document.querySelectorAll('[data-waits]')) part.hidden = !waits
      at('facts').hidden = false
    }
    if (/^https?:/.test(card.url)) {
      at('link').href = card.url
      at('link').textContent = waits ? 'Review in the dashboard' : 'View in the dashboard'
      at('link').hidden = false
    }
  }

  const refresh = async () => {
    if (!card || card.status !== 'waiting') return
    if (document.visibilityState === 'visible') {
      const call = { name: 'fetch_approval', arguments: { id: card.id } }
      const result = await request('tools/call', call).catch(() => null)
      const status = result && !result.isError && result.structuredContent && result.structuredContent.status
      if (status && status !== card.status) {
        card = { ...card, status }
        draw()
      }
    }
    timer = setTimeout(refresh, POLL)
  }

  // Only clients that declare this extension get the metadata; the status is in every result.
  const bare = (result) => {
    const { status, approval_id: id, approval_url: url } = result.structuredContent || {}
    return id && { id, url, title: 'Approval', status: status === 'waiting_for_approval' ? 'waiting' : status }
  }

  const show = (result) => {
    clearTimeout(timer)
    card = (result && ((result._meta && result._meta.approval_card) || bare(result))) || null
    if (!card) {
      at('title').textContent = result && result.isError ? 'The call failed' : 'No approval needed'
      at('hint').textContent = 'The result is in the conversation.'
      return
    }
    draw()
    if (host.serverTools) timer = setTimeout(refresh, POLL)
  }

  const adopt = (changed) => {
    context = { ...context, ...changed }
    if (context.theme === 'light' || context.theme === 'dark')
      document.documentElement.dataset.theme = context.theme
    draw()
  }

  const NOTICES = {
    'ui/notifications/tool-result': show,
    'ui/notifications/tool-cancelled': () => {
      at('title').textContent = 'The call was cancelled'
      at('hint').textContent = ''
    },
    'ui/notifications/host-context-changed': adopt,
  }
  addEventListener('message', ({ source, data }) => {
    if (source !== parent || !data || data.jsonrpc !== '2.0') return
    const { id, method, params, result, error } = data
    if (method === undefined) {
      const call = pending.get(id)
      pending.delete(id)
      if (call) error ? call.reject(error) : call.resolve(result)
    } else if (id === undefined) {
      if (NOTICES[method]) NOTICES[method](params)
    } else if (method === 'ui/resource-teardown' || method === 'ping') {
      if (method !== 'ping') clearTimeout(timer)
      send({ id, result: {} })
    } else send({ id, error: { code: -32601, message: 'Method not found' } })
  })

  at('link').addEventListener('click', (event) => {
    if (!host.openLinks) return
    event.preventDefault()
    request('ui/open-link', { url: card.url }).catch(() => {})
  })

  const appInfo = { name: 'counterfoil-approval', title: 'Counterfoil approval', version: '1' }
  const appCapabilities = { availableDisplayModes: ['inline'] }
  request('ui/initialize', { appInfo, appCapabilities, protocolVersion: '2026-01-26' }).then((response) => {
    host = response.hostCapabilities || {}
    adopt(response.hostContext || {})
    send({ method: 'ui/notifications/initialized', params: {} })
    new ResizeObserver(() => {
      const { width, height } = document.body.getBoundingClientRect()
      const params = { width: Math.ceil(width), height: Math.ceil(height) }
      send({ method: 'ui/notifications/size-changed', params })
    }).observe(document.body)
  }, () => {})
})()
`

export const CARD_HTML = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'">
<title>Approval</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<header><h1 id="title">Approval</h1><p class="status" id="status" role="status" hidden></p></header>
<p class="amount" id="amount" hidden></p>
<p class="hint" id="hint">Waiting for the result of the call.</p>
<dl id="facts" hidden>
<dt>Record</dt><dd id="object"></dd>
<dt>Requested by</dt><dd id="by"></dd>
<dt data-waits>Reason</dt><dd data-waits id="reason"></dd>
<dt data-waits>Expires</dt><dd data-waits id="expires"></dd>
</dl>
<a id="link" target="_blank" rel="noopener noreferrer" hidden>View in the dashboard</a>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`

/** The extension of the protocol with which hosts draw a page of the server beside the result of a call. */
export const CARDS_EXTENSION = 'io.modelcontextprotocol/ui'

/** The media type of such pages. A client that declares the extension lists those that it draws. */
export const CARD_TYPE = 'text/html;profile=mcp-app'

const CARD_URI = 'ui://counterfoil/approval'

/** What the list of tools says of a tool that may wait, to clients that draw cards. */
export const CARD_TOOL_META = { ui: { resourceUri: CARD_URI } }

/** @returns the page at a URI, or null. It has no data: the host passes it the result of the call. */
export function readCard(uri: string) {
  if (uri !== CARD_URI) return null
  // It loads nothing and sends nothing, so the host may forbid every address.
  const _meta = { ui: { csp: {}, prefersBorder: false } }
  return { uri, mimeType: CARD_TYPE, text: CARD_HTML, _meta }
}

/** What the card shows, for the metadata of a result: the page reads it, and the model doesn't. */
type ApprovalCard = {
  id: string
  title: string
  status: ApprovalWithMessage['status']
  amount: string
  object_id: string | null
  requested_by: string
  reason: string
  expires_at: number
  url: string
}

/** @param by who requested it @param baseUrl of the dashboard */
export function approvalCard(approval: ApprovalWithMessage, by: string, baseUrl: string): ApprovalCard {
  const { id, status, operation, amount, currency, object_id, cause, expires_at } = approval
  const tool = [...tools().values()].find((one) => one.operation.name === operation)
  return {
    id,
    title: tool?.listing.title ?? operation,
    status,
    amount: formatMoney(amount, currency),
    object_id,
    requested_by: by,
    reason: whyItWaits(cause),
    expires_at,
    url: `${baseUrl}/approvals/${id}`,
  }
}
