import type { Metadata } from 'next'
import { issueBillPlainly } from '#app/(dashboard)/bills/new/plain/actions.ts'
import { builderSetting } from '#app/(dashboard)/bills/setting.ts'
import { localText } from '#components/bills/draft/read-text.ts'
import { rateOptions } from '#components/bills/draft/tax-names.ts'
import { PlainBillForm } from '#components/bills/plain/plain-bill-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { suggestReceiptNumber } from '#lib/domain/bills/suggest-number.ts'
import { deny, read } from '#lib/surfaces/page.ts'
import { randomText } from '#lib/values/id.ts'

export const metadata: Metadata = { title: 'Issue bill · Bills' }

export default async function NewPlainBill() {
  const { permissions } = await requireStaff()
  if (!permissions.has('bills:write')) deny()
  const { setting } = await builderSetting()
  const { receipt_number } = await read(suggestReceiptNumber, {
    zone: setting.zone,
    receipt_type: 'tax_invoice',
  })
  const issued_at = localText(Math.floor(Date.now() / 60_000) * 60, setting.zone)
  return (
    <>
      <PageHead title="Issue bill">
        Simple form with 8 line items. The total is calculated before the bill is issued.
      </PageHead>
      <PlainBillForm
        initial={{
          values: {
            receipt_type: 'tax_invoice',
            receipt_number,
            issued_at,
            round_off: 'on',
            paid_in_full: 'on',
          },
          idempotency_key: randomText(32),
          problems: [],
          sums: null,
        }}
        currency={setting.currency}
        rates={rateOptions(setting.country)}
        action={issueBillPlainly}
      />
    </>
  )
}
