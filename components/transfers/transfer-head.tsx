import { CopyButton } from '#components/ui/copy-button.tsx'
import { DisabledAction, Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Money } from '#components/ui/money.tsx'
import { SlipHead } from '#components/ui/slip.tsx'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { HoldEnd } from './hold-end.tsx'
import { kindOf, leftOf } from './transfer-labels.ts'
import { TransferPill } from './transfer-pill.tsx'

type TransferHeadProps = {
  transfer: ListedTransfer
  curl: string
  mayWrite: boolean
  now: number
}

/** The amount of a transfer, its status, and its actions. */
export function TransferHead({ transfer, curl, mayWrite, now }: TransferHeadProps) {
  return (
    <SlipHead
      amount={<Money amount={transfer.amount} currency={transfer.currency} />}
      actions={
        <>
          <CopyButton value={curl}>Copy curl</CopyButton>
          <Actions transfer={transfer} mayWrite={mayWrite} />
        </>
      }
    >
      <TransferPill status={transfer.status} />
      <span>{kindOf(transfer)}</span>
      {transfer.status === 'created' && <HoldEnd transfer={transfer} now={now} />}
    </SlipHead>
  )
}

function Actions({ transfer, mayWrite }: { transfer: ListedTransfer; mayWrite: boolean }) {
  const { id, status } = transfer
  if (status === 'failed') return null
  const permitted = { allowed: mayWrite, permission: 'transfers:write' as const }
  return (
    <>
      {leftOf(transfer) === 0 ? (
        <DisabledAction reason="Fully reversed.">Reverse</DisabledAction>
      ) : (
        <Permitted {...permitted} label="Reverse">
          <LinkButton href={`/transfers/${id}/reverse`}>Reverse</LinkButton>
        </Permitted>
      )}
      {status === 'created' && (
        <>
          <Permitted {...permitted} label="Hold until">
            <LinkButton href={`/transfers/${id}/hold`}>Hold until</LinkButton>
          </Permitted>
          <Permitted {...permitted} label="Release" variant="primary">
            <LinkButton href={`/transfers/${id}/release`} variant="primary">
              Release
            </LinkButton>
          </Permitted>
        </>
      )}
    </>
  )
}
