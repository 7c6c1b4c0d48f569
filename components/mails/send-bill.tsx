import { Send } from 'lucide-react'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

/**
 * The link to the page that sends a bill by email; `disabledReason` says why this person cannot send it, or why this bill
 * cannot be sent.
 */
export function SendBill({
  billId,
  disabledReason = null,
}: {
  billId: string
  disabledReason?: string | null
}) {
  if (disabledReason !== null) return <DisabledAction reason={disabledReason}>Send by email</DisabledAction>
  return (
    <LinkButton href={`/bills/${billId}/send`}>
      <Send aria-hidden="true" /> Send by email
    </LinkButton>
  )
}
