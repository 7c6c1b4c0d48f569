import { RefundDocument, RefundMissing } from '#components/refunds/document/refund-document.tsx'
import { methodLabel, referencesOf } from '#lib/domain/payments/payer-labels.ts'
import { fetchRefundForCustomer } from '#lib/domain/refunds/fetch.ts'
import { textOf } from '#lib/messages/text.ts'
import { documentOptions, documentResponse, readRefundByToken } from '#lib/surfaces/customer-link.ts'

type Context = { params: Promise<{ token: string }> }

/** The page where a customer follows a refund. A route and not a page, as that of a bill: it has no script. */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const { token } = await params
  const refund = await readRefundByToken(fetchRefundForCustomer, token)
  const options = await documentOptions('components/refunds/document/refund-page.css')
  const page = { ...options, path: `/refund/${token}` }
  if (!refund) return documentResponse(<RefundMissing {...page} />, 404)
  const t = textOf(page.language)
  const words = { means: methodLabel(t, refund.payment), references: referencesOf(t, refund) }
  return documentResponse(<RefundDocument {...page} refund={refund} {...words} />, 200)
}
