import { keyList } from '#app/(dashboard)/api-keys/list.tsx'
import { approvalList } from '#app/(dashboard)/approvals/list.tsx'
import { balanceList } from '#app/(dashboard)/balance/list.tsx'
import { batchList } from '#app/(dashboard)/batches/list.tsx'
import { billList } from '#app/(dashboard)/bills/list.tsx'
import { clientList } from '#app/(dashboard)/connected-apps/clients/list.tsx'
import { appList } from '#app/(dashboard)/connected-apps/list.tsx'
import { customerList } from '#app/(dashboard)/customers/list.tsx'
import { documentList } from '#app/(dashboard)/documents/list.tsx'
import { eventList } from '#app/(dashboard)/events/list.tsx'
import { fundAccountList } from '#app/(dashboard)/fund-accounts/list.tsx'
import { type AnyList, anyList } from '#app/(dashboard)/list-page.tsx'
import { errorList } from '#app/(dashboard)/logs/errors/list.tsx'
import { logList } from '#app/(dashboard)/logs/list.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'
import { outboxList } from '#app/(dashboard)/outbox/list.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { payoutList } from '#app/(dashboard)/payouts/list.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'
import { differenceList } from '#app/(dashboard)/settings/acquirer/differences/list.tsx'
import { auditList } from '#app/(dashboard)/settings/audit/list.tsx'
import { invitationList } from '#app/(dashboard)/settings/team/invitations/list.tsx'
import { teamList } from '#app/(dashboard)/settings/team/list.tsx'
import { bankLineList } from '#app/(dashboard)/settlements/bank-statements/list.tsx'
import { settlementList } from '#app/(dashboard)/settlements/list.tsx'
import { transferList } from '#app/(dashboard)/transfers/list.tsx'
import { walletList } from '#app/(dashboard)/wallets/list.tsx'
import { webhookList } from '#app/(dashboard)/webhooks/list.tsx'
import { isSelectable } from '#components/shared/list/list.ts'

const ALL: AnyList[] = [
  anyList(appList),
  anyList(approvalList),
  anyList(auditList),
  anyList(balanceList),
  anyList(bankLineList),
  anyList(batchList),
  anyList(billList),
  anyList(clientList),
  anyList(customerList),
  anyList(differenceList),
  anyList(documentList),
  anyList(errorList),
  anyList(eventList),
  anyList(fundAccountList),
  anyList(invitationList),
  anyList(keyList),
  anyList(logList),
  anyList(orderList),
  anyList(outboxList),
  anyList(paymentList),
  anyList(payoutList),
  anyList(refundList),
  anyList(settlementList),
  anyList(teamList),
  anyList(transferList),
  anyList(walletList),
  anyList(webhookList),
]

export const LISTS: ReadonlyMap<string, AnyList> = new Map(ALL.map((list) => [list.path, list]))

/** Those whose rows can be selected. */
export const SELECTABLE: ReadonlyMap<string, AnyList> = new Map(
  [...LISTS].filter(([, list]) => isSelectable(list)),
)

/** The list that a word names: "payments", "payment", "api-keys". */
export function listNamed(word: string): AnyList | undefined {
  const name = word.toLowerCase()
  return ALL.find(({ path, noun, nouns = `${noun}s` }) =>
    [path.split('/').at(-1), noun, nouns].some((one) => one?.toLowerCase().replaceAll(' ', '-') === name),
  )
}
