import type { Metadata } from 'next'
import { transferOf } from '#app/(dashboard)/transfers/[id]/record.ts'
import { holdTransferAction } from '#app/(dashboard)/transfers/actions.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { HoldForm } from '#components/transfers/change-forms.tsx'
import { TransferFacts } from '#components/transfers/transfer-facts.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { updateTransfer } from '#lib/domain/transfers/update.ts'
import { dateField } from '#lib/print/statement-periods.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { missingPermission } from '#lib/values/permissions.ts'
import { clockText, zoneText } from '#lib/values/time-text.ts'

type Props = PageProps<'/transfers/[id]/hold'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Hold · ${(await params).id} · Transfers` }
}

export default async function HoldPage({ params }: Props) {
  const [{ id }, { permissions }, { time_zone: zone }] = await Promise.all([
    params,
    requireStaff(),
    currentPreferences(),
  ])
  const transfer = await transferOf(id)
  const now = Math.floor(Date.now() / 1000)
  const until = transfer.on_hold_until
  const typed = until === null ? '' : `${dateField(until, zone)}T${clockText(until, zone)}`
  const onHold = transfer.status === 'created' ? null : 'This transfer is no longer on hold.'
  return (
    <FormPage
      title="Hold transfer"
      crumbs={<Crumbs href="/transfers" label="Transfers" id={id} />}
      back={{ href: `/transfers/${id}`, label: 'Back to the transfer' }}
      disabledReason={
        permissions.has(updateTransfer.permission) ? onHold : missingPermission(updateTransfer.permission)
      }
    >
      <HoldForm
        id={id}
        initial={openForm({ on_hold_until: typed })}
        action={holdTransferAction}
        zone={zoneText(zone, now)}
      >
        <TransferFacts transfer={transfer} now={now} />
      </HoldForm>
    </FormPage>
  )
}
