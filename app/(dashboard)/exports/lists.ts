import type { z } from 'zod'
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
import { logList } from '#app/(dashboard)/logs/list.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'
import { outboxList } from '#app/(dashboard)/outbox/list.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { payoutList } from '#app/(dashboard)/payouts/list.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'
import { auditList } from '#app/(dashboard)/settings/audit/list.tsx'
import { invitationList } from '#app/(dashboard)/settings/team/invitations/list.tsx'
import { teamList } from '#app/(dashboard)/settings/team/list.tsx'
import { bankLineList } from '#app/(dashboard)/settlements/bank-statements/list.tsx'
import { settlementList } from '#app/(dashboard)/settlements/list.tsx'
import { transferList } from '#app/(dashboard)/transfers/list.tsx'
import { walletList } from '#app/(dashboard)/wallets/list.tsx'
import { deliveryList } from '#app/(dashboard)/webhooks/[id]/list.tsx'
import { webhookList } from '#app/(dashboard)/webhooks/list.tsx'
import {
  exportedFilters,
  type ListLook,
  listQuery,
  type Reader,
  readList,
  withStandards,
} from '#components/shared/list/list.ts'
import { COLUMNS } from '#components/ui/column-chooser.tsx'
import { hrefWith, PLACE, type Query } from '#components/ui/query.ts'
import { MonthName } from '#lib/domain/balance/schema.ts'
import { EXPORT_OPERATIONS, type ExportedList } from '#lib/domain/exports/lists.ts'
import { exportDeliveries } from '#lib/domain/webhooks/list.ts'
import { columnsOf as deliveries } from '#lib/exports/columns/deliveries.ts'
import { cursorOf, EXPORT_COLUMNS } from '#lib/exports/lists.ts'
import { type ListFilter, param } from '#lib/filters/list-params.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

const MONTH: ListFilter = { ...param('month', MonthName), control: { kind: 'hidden' } }

/** The pages of months and fees as lists that are exported: their filters, and what a page of the file begins after. */
const monthList = {
  path: '/balance/months',
  title: 'Months of the balance',
  noun: 'month',
  filters: [MONTH],
  cursor: MonthName,
}
const feeList = {
  path: '/balance/fees',
  title: 'Fees and tax',
  noun: 'month',
  filters: [],
  cursor: MonthName,
}

type Exported = Pick<
  ListLook<never>,
  'path' | 'title' | 'noun' | 'nouns' | 'filters' | 'cursor' | 'sort' | 'ignored' | 'exported' | 'bulk'
> & { parent?: Record<string, string> }

const EXPORTED_LISTS: Record<ExportedList, Exported> = {
  'api-keys': keyList,
  approvals: approvalList,
  balance: balanceList,
  'balance/fees': feeList,
  'balance/months': monthList,
  batches: batchList,
  bills: billList,
  'connected-apps': appList,
  'connected-apps/clients': clientList,
  customers: customerList,
  documents: documentList,
  events: eventList,
  'fund-accounts': fundAccountList,
  logs: logList,
  orders: orderList,
  outbox: outboxList,
  payments: paymentList,
  payouts: payoutList,
  refunds: refundList,
  'settings/audit': auditList,
  'settings/team': teamList,
  'settings/team/invitations': invitationList,
  settlements: settlementList,
  'settlements/bank-statements': bankLineList,
  transfers: transferList,
  wallets: walletList,
  webhooks: webhookList,
}

/** The titles of lists whose page has that of another one. */
const TITLES: Record<string, string> = {
  'connected-apps/clients': 'Registered clients',
  'settings/team/invitations': 'Invitations',
}

type WithColumns = {
  list: Exported
  title: string
  columns: ColumnsOf
  operation: ExportOperation
  cursorOf: CursorOf
}

/** The lists that can be exported, by the folder of their pages. */
export const EXPORTED: Record<string, WithColumns> = Object.fromEntries(
  Object.entries(EXPORTED_LISTS).map(([path, list]) => [
    path,
    {
      list,
      title: TITLES[path] ?? list.title,
      columns: EXPORT_COLUMNS[path as ExportedList],
      operation: EXPORT_OPERATIONS[path as ExportedList],
      cursorOf: (row: Record<string, unknown>) => cursorOf(path, row),
    },
  ]),
)
type ColumnsOf = (typeof EXPORT_COLUMNS)[ExportedList]
type ExportOperation = Operation<z.ZodType, z.ZodType<{ items: Record<string, unknown>[] }>>
type CursorOf = (row: Record<string, unknown>) => string

export function scheduledText(path: string, query: string, reader: Omit<Reader, 'grouping'>): string {
  const exported = Object.hasOwn(EXPORTED, path) ? EXPORTED[path] : undefined
  return exported
    ? exportedFilters(exported.list, Object.fromEntries(new URLSearchParams(query)), reader)
    : query
}

/** The list that is exported from a path, and whether on a schedule, too: one of a record has no schedule. */
export function exportedAt(path: string): (WithColumns & { schedulable: boolean }) | undefined {
  if (Object.hasOwn(EXPORTED, path) && EXPORTED[path]) return { ...EXPORTED[path], schedulable: true }
  const [, id] = /^webhooks\/([^/]+)$/.exec(path) ?? []
  if (!Id('webhook').safeParse(id).success || id === undefined) return undefined
  const list = deliveryList(id)
  return {
    list,
    title: list.title,
    columns: deliveries,
    operation: exportDeliveries,
    cursorOf: ({ event_id }) => String(event_id),
    schedulable: false,
  }
}

/** What says when, how and which rows: a schedule has its own period, and its rows are those that a filter finds. */
const OMITTED = {
  ...PLACE,
  count: null,
  [COLUMNS]: null,
  view: null,
  period: null,
  from: null,
  to: null,
  ids: null,
}

/**
 * The filters of a scheduled export from the search params of its list.
 * @returns the search params that are kept, the same as the operation takes them, and a sentence for each problem
 */
export function scheduledFilters(path: string, sent: Query, reader: Reader) {
  const exported = Object.hasOwn(EXPORTED, path) ? EXPORTED[path] : undefined
  if (!exported) return null
  const { list } = exported
  const remaining = new URL(hrefWith('/', listQuery(list, sent), OMITTED), 'http://here').searchParams
  const query = withStandards(list, Object.fromEntries(remaining))
  const { filters, problems } = readList(list, query, reader)
  const { from: _, to: __, ...lasting } = filters
  return { query: new URLSearchParams(query).toString(), filters: lasting, problems }
}
