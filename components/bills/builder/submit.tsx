'use client'
import { Button } from '#components/ui/button.tsx'
import { usePreferences } from '#components/ui/preferences.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { useLiveBill } from './live.tsx'

/** The button names the amount, so that the person has seen what they issue. */
export function IssueButton({ pending, changes }: { pending: boolean; changes: boolean }) {
  const { grouping } = usePreferences()
  const { body } = useLiveBill().built
  const { net_payable_amount: net, currency } = body.receipt_summary
  const amount = formatMoney(net, currency, grouping)
  return (
    <Button type="submit" variant="primary" size="large" pending={pending}>
      {pending
        ? changes
          ? 'Saving…'
          : 'Issuing…'
        : changes
          ? `Save bill for ${amount}`
          : `Issue bill for ${amount}`}
    </Button>
  )
}
