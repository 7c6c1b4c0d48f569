import { feeList, monthList } from '#app/(dashboard)/balance/exported.ts'
import { balanceList } from '#app/(dashboard)/balance/list.tsx'
import { billList } from '#app/(dashboard)/bills/list.tsx'
import { customerList } from '#app/(dashboard)/customers/list.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { payoutList } from '#app/(dashboard)/payouts/list.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'
import { auditList } from '#app/(dashboard)/settings/audit/list.tsx'
import { teamList } from '#app/(dashboard)/settings/team/list.tsx'
import { bankLineList } from '#app/(dashboard)/settlements/bank-statements/list.tsx'
import { settlementList } from '#app/(dashboard)/settlements/list.tsx'
import { transferList } from '#app/(dashboard)/transfers/list.tsx'
import { walletList } from '#app/(dashboard)/wallets/list.tsx'
import { columnsOf as audit } from '#components/audit/csv-columns.ts'
import { columnsOf as balance } from '#components/balance/csv-columns.ts'
import { feeColumns, monthColumns } from '#components/balance/month-columns.ts'
import { columnsOf as bankLines } from '#components/bank-statements/csv-columns.ts'
import { columnsOf as bills } from '#components/bills/csv-columns.ts'
import { columnsOf as customers } from '#components/customers/csv-columns.ts'
import { columnsOf as orders } from '#components/orders/csv-columns.ts'
import { columnsOf as payments } from '#components/payments/csv-columns.ts'
import { columnsOf as payouts } from '#components/payouts/csv-columns.ts'
import { columnsOf as refunds } from '#components/refunds/csv-columns.ts'
import { columnsOf as settlements } from '#components/settlements/csv-columns.ts'
import { columnsOf as team } from '#components/team/csv-columns.ts'
import { columnsOf as transfers } from '#components/transfers/csv-columns.ts'
import { columnsOf as wallets } from '#components/wallets/csv-columns.ts'

type Exported = {
  title: string
  columns: (zone: string, currency: string) => readonly (readonly [string, unknown])[]
}

/** The lists that can be exported, by the folder of their pages. */
export const EXPORTED: Record<string, Exported> = {
  balance: { title: balanceList.title, columns: balance },
  'balance/fees': { title: feeList.title, columns: feeColumns },
  'balance/months': { title: monthList.title, columns: monthColumns },
  bills: { title: billList.title, columns: bills },
  customers: { title: customerList.title, columns: customers },
  orders: { title: orderList.title, columns: orders },
  payments: { title: paymentList.title, columns: payments },
  payouts: { title: payoutList.title, columns: payouts },
  refunds: { title: refundList.title, columns: refunds },
  'settings/audit': { title: auditList.title, columns: audit },
  'settings/team': { title: teamList.title, columns: team },
  settlements: { title: settlementList.title, columns: settlements },
  'settlements/bank-statements': { title: bankLineList.title, columns: bankLines },
  transfers: { title: transferList.title, columns: transfers },
  wallets: { title: walletList.title, columns: wallets },
}
