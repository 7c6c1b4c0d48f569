import type { Metadata } from 'next'
import { transferOf } from '#app/(dashboard)/transfers/[id]/record.ts'
import { releaseTransferAction } from '#app/(dashboard)/transfers/actions.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { ReleaseForm } from '#components/transfers/change-forms.tsx'
import { TransferFacts } from '#components/transfers/transfer-facts.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { releaseTransfer } from '#lib/domain/transfers/release.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { missingPermission } from '#lib/values/permissions.ts'

type Props = PageProps<'/transfers/[id]/release'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Release · ${(await params).id} · Transfers` }
}

export default async function ReleasePage({ params }: Props) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const transfer = await transferOf(id)
  const onHold = transfer.status === 'created' ? null : 'This transfer is not on hold.'
  return (
    <FormPage
      title="Release transfer"
      crumbs={<Crumbs href="/transfers" label="Transfers" id={id} />}
      back={{ href: `/transfers/${id}`, label: 'Back to the transfer' }}
      disabledReason={
        permissions.has(releaseTransfer.permission) ? onHold : missingPermission(releaseTransfer.permission)
      }
    >
      <ReleaseForm id={id} initial={openForm()} action={releaseTransferAction}>
        <TransferFacts transfer={transfer} now={Math.floor(Date.now() / 1000)} />
        <p className="text-table text-ink-2">
          The hold ends now. The amount is added to the wallet, and the customer can spend it immediately.
        </p>
      </ReleaseForm>
    </FormPage>
  )
}
