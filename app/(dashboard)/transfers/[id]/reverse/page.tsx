import type { Metadata } from 'next'
import { transferOf } from '#app/(dashboard)/transfers/[id]/record.ts'
import { reverseTransferAction } from '#app/(dashboard)/transfers/actions.ts'
import { FormPage } from '#components/shared/form-page.tsx'
import { ReverseForm } from '#components/transfers/change-forms.tsx'
import { TransferFacts } from '#components/transfers/transfer-facts.tsx'
import { leftOf } from '#components/transfers/transfer-labels.ts'
import { Crumbs } from '#components/ui/page-head.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { getWalletDetails } from '#lib/domain/wallets/fetch.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { decimalOf, formatMoney } from '#lib/values/money-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'

type Props = PageProps<'/transfers/[id]/reverse'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Reverse · ${(await params).id} · Transfers` }
}

export default async function ReversePage({ params }: Props) {
  const [{ id }, { permissions }, { grouping }] = await Promise.all([
    params,
    requireStaff(),
    currentPreferences(),
  ])
  const transfer = await transferOf(id)
  const max = await takeable(transfer)
  const { currency, status } = transfer
  const money = formatMoney(max, currency, grouping)
  return (
    <FormPage
      title="Reverse transfer"
      crumbs={<Crumbs href="/transfers" label="Transfers" id={id} />}
      back={{ href: `/transfers/${id}`, label: 'Back to the transfer' }}
      disabledReason={
        permissions.has(reverseTransfer.permission)
          ? disabledReasonOf(transfer, max)
          : missingPermission(reverseTransfer.permission)
      }
    >
      <ReverseForm
        id={id}
        initial={openForm({ amount: decimalOf(max, currency) })}
        action={reverseTransferAction}
        currency={currency}
        hint={`Up to ${money} can be reversed.`}
      >
        <TransferFacts transfer={transfer} now={Math.floor(Date.now() / 1000)} />
        <p className="text-table text-ink-2">
          {status === 'created'
            ? 'The amount returns to your balance. The wallet has not been credited yet.'
            : "The amount is deducted from the customer's wallet and added to your balance. The reversal appears on the customer's statement."}
        </p>
      </ReverseForm>
    </FormPage>
  )
}

/** The remaining amount, up to the wallet's balance. */
async function takeable(transfer: ListedTransfer): Promise<number> {
  const left = leftOf(transfer)
  if (transfer.status !== 'processed') return left
  const wallet = await tryRead(getWalletDetails, { id: transfer.recipient })
  return wallet.ok ? Math.min(left, wallet.value.balance) : left
}

function disabledReasonOf(transfer: ListedTransfer, max: number): string | null {
  if (transfer.status === 'failed') return 'The transfer failed. The wallet was not credited.'
  if (leftOf(transfer) === 0) return 'The transfer is already fully reversed.'
  return max === 0 ? 'The wallet is empty. The customer has spent the money.' : null
}
