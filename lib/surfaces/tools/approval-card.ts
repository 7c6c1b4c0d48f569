import type { ApprovalWithMessage } from '#lib/domain/approvals/schema.ts'
import { whyItWaits } from '#lib/domain/approvals/schema.ts'
import { CARD_HTML } from '#lib/surfaces/tools/approval-card-html.ts'
import { tools } from '#lib/surfaces/tools/catalogue.ts'
import { formatMoney } from '#lib/values/money-text.ts'

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
