import { numbered } from '#lib/database/conditions.ts'
import { type Lookup, lookupsOf, readTyped, type Typed } from '#lib/domain/lookups.ts'
import {
  FindRecords,
  FOUND_KINDS,
  type FoundKind,
  type FoundRecord,
  FoundRecords,
} from '#lib/domain/search/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { objectPath } from '#lib/values/object-path.ts'
import type { Permission } from '#lib/values/permissions.ts'

/** How many records of a kind are shown. */
const SHOWN = 6
/** A text that many rows begin with is not sorted to its end. */
const SORTED = 200

export const findRecords = defineOperation({
  name: 'find_records',
  title: 'Find records for the dashboard',
  summary:
    'Finds records by ID, email, phone or its last digits, name, receipt, amount, last four digits of a card, bank reference, bill number or request ID, grouped by kind.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: FindRecords,
  output: FoundRecords,
  async run(context, { q }) {
    const typed = readTyped(q, context.account)
    if (typed.text.length < 2) return { groups: [] }
    const found = await Promise.all(FOUND_KINDS.map((kind) => groupOf(context, kind, typed)))
    return { groups: found.filter(({ items }) => items.length > 0) }
  },
})

type Table = {
  table: string
  permission: Permission
  columns: string
  /** The list that finds the same by the same text. */
  list?: (text: string) => string
}

const MONEY = 'amount, currency, status'
const NO_MONEY = 'NULL AS amount, NULL AS currency'

const TABLES: Record<FoundKind, Table> = {
  payment: {
    table: 'payments',
    permission: 'payments:read',
    columns: `${MONEY}, coalesce(email, contact) AS text,
      CASE WHEN status = 'authorized' THEN 'capture' WHEN captured AND amount_refunded < amount THEN 'refund' END AS next`,
    list: (text) => `/payments?${new URLSearchParams({ q: text })}`,
  },
  customer: {
    table: 'customers',
    permission: 'customers:read',
    columns: `${NO_MONEY}, NULL AS status, coalesce(name, email, contact) AS text, NULL AS next`,
    list: (text) => `/customers?${new URLSearchParams({ q: text })}`,
  },
  order: {
    table: 'orders',
    permission: 'orders:read',
    columns: `${MONEY}, receipt AS text, NULL AS next`,
  },
  refund: {
    table: 'refunds',
    permission: 'refunds:read',
    columns: `${MONEY}, payment_id AS text, NULL AS next`,
  },
  bill: {
    table: 'bills',
    permission: 'bills:read',
    columns: `${MONEY}, receipt_number AS text, NULL AS next`,
    list: (text) => `/bills?${new URLSearchParams({ q: text })}`,
  },
  transfer: {
    table: 'transfers',
    permission: 'transfers:read',
    columns: `${MONEY}, recipient AS text, NULL AS next`,
  },
  payout: {
    table: 'payouts',
    permission: 'payouts:read',
    columns: `${MONEY}, coalesce(reference_id, purpose) AS text, NULL AS next`,
  },
  settlement: {
    table: 'settlements',
    permission: 'balance:read',
    columns: `${MONEY}, utr AS text, NULL AS next`,
  },
  document: {
    table: 'documents',
    permission: 'documents:read',
    columns: `${NO_MONEY}, NULL AS status, name AS text, NULL AS next`,
    list: (text) => `/documents?${new URLSearchParams({ name: text })}`,
  },
  approval: {
    table: 'approvals',
    permission: 'approvals:read',
    columns: `${MONEY}, actor_name AS text, NULL AS next`,
  },
  event: {
    table: 'events',
    permission: 'events:read',
    columns: `${NO_MONEY}, NULL AS status, event AS text, NULL AS next`,
  },
  webhook: {
    table: 'webhook_endpoints',
    permission: 'webhooks:read',
    columns: `${NO_MONEY}, NULL AS status, url AS text, NULL AS next`,
  },
  request: {
    table: 'request_logs',
    permission: 'requests:read',
    columns: `${NO_MONEY}, status::text AS status, method || ' ' || path AS text, NULL AS next`,
    list: (text) => `/logs?${new URLSearchParams({ client_request: text })}`,
  },
}

type Row = Omit<FoundRecord, 'href' | 'amount' | 'created_at'> & {
  amount: unknown
  created_at: unknown
}

/** The records of one kind that a text may mean. The permission of their list is needed to find them. */
async function groupOf(context: Context, kind: FoundKind, typed: Typed) {
  const { permission, columns, list } = TABLES[kind]
  const lookups = context.actor.permissions.has(permission) ? lookupsOf(kind, typed, context) : []
  const rows = await rowsBy<Row>(context, kind, lookups, {
    columns: `id, created_at, ${columns}`,
    limit: SHOWN + 1,
  })
  return {
    kind,
    items: rows.slice(0, SHOWN).map((row) => shown(context, row, typed.id !== null)),
    more: rows.length > SHOWN ? (list?.(typed.text) ?? null) : null,
  }
}

/** The newest records that any of the lookups finds. Each is on its own, so that each is one read of its index. */
export async function rowsBy<R extends { id: string }>(
  context: Context,
  kind: FoundKind,
  lookups: Lookup[],
  { columns, limit }: { columns: string; limit: number },
): Promise<R[]> {
  if (lookups.length === 0) return []
  const parts = lookups.map(({ condition, newest }) => {
    const from = `SELECT ${columns} FROM ${TABLES[kind].table} WHERE account_id = ? AND ${condition.sql}`
    const sorted = `ORDER BY created_at DESC LIMIT ${limit}`
    return newest ? `(${from} ${sorted})` : `(SELECT * FROM (${from} LIMIT ${SORTED}) AS few ${sorted})`
  })
  const { sql, values } = numbered({
    sql: `SELECT * FROM (${parts.join(' UNION ALL ')}) AS found ORDER BY created_at DESC, id DESC`,
    values: lookups.flatMap(({ condition }) => [context.account.id, ...condition.values]),
  })
  const rows = await context.rows<R>(sql, values)
  return [...new Map(rows.map((row) => [row.id, row])).values()].slice(0, limit)
}

function shown({ actor }: Context, { amount, created_at, next, ...row }: Row, byId: boolean): FoundRecord {
  const may = actor.permissions.has(next === 'capture' ? 'payments:capture' : 'refunds:write')
  return {
    ...row,
    href: objectPath(row.id) ?? '/',
    amount: amount === null ? null : Number(amount),
    created_at: Number(created_at),
    next: byId && may ? next : null,
  }
}
