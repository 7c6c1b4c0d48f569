import { Send } from 'lucide-react'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'

/**
 * The link to the page that sends a bill by email; `refusal` says why this person cannot send it, or why this bill
 * cannot be sent.
 */
export function SendBill({ billId, refusal = null }: { billId: string; refusal?: string | null }) {
  if (refusal !== null) return <DisabledAction reason={refusal}>Send by email</DisabledAction>
  return (
    <LinkButton href={`/bills/${billId}/send`} prefetch={false}>
      <Send aria-hidden="true" /> Send by email
    </LinkButton>
  )
}
