import {
  bankReference,
  type Condition,
  equal,
  equalInAnyCase,
  numbered,
  prefix,
} from '#lib/domain/conditions.ts'
import { endOfPhone, withContact, withContactEnd } from '#lib/domain/payments/contact-conditions.ts'
import {
  FindRecords,
  FOUND_KINDS,
  type FoundKind,
  type FoundRecord,
  FoundRecords,
} from '#lib/domain/search/schema.ts'
import type { Permission } from '#lib/permissions.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { parseMoney } from '#lib/values/money-text.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { e164 } from '#lib/values/phone.ts'

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
    const text = q.trim()
    if (text.length < 2) return { groups: [] }
    const found = await Promise.all(FOUND_KINDS.map((kind) => groupOf(context, kind, text)))
    return { groups: found.filter(({ items }) => items.length > 0) }
  },
})

/** A condition that an index serves; `newest` where the index has its rows in the order of time. */
type Lookup = { condition: Condition; newest?: true }

type Table = {
  prefix: string
  table: string
  permission: Permission
  /** The columns that are shown, as SQL. */
  columns: string
  lookups: (text: string, context: Context) => Lookup[]
  /** The list that finds the same by the same text. */
  list?: (text: string) => string
}

const MONEY = 'amount, currency, status'
const NO_MONEY = 'NULL AS amount, NULL AS currency'
const NO_LOOKUPS = () => []

const TABLES: Record<FoundKind, Table> = {
  payment: {
    prefix: 'pay',
    table: 'payments',
    permission: 'payments:read',
    columns: `${MONEY}, coalesce(email, contact) AS text,
      CASE WHEN status = 'authorized' THEN 'capture' WHEN captured AND amount_refunded < amount THEN 'refund' END AS next`,
    lookups: paymentsBy,
    list: (text) => `/payments?${new URLSearchParams({ q: text })}`,
  },
  customer: {
    prefix: 'cust',
    table: 'customers',
    permission: 'customers:read',
    columns: `${NO_MONEY}, NULL AS status, coalesce(name, email, contact) AS text, NULL AS next`,
    lookups: customersBy,
    list: (text) => `/customers?${new URLSearchParams({ q: text })}`,
  },
  order: {
    prefix: 'order',
    table: 'orders',
    permission: 'orders:read',
    columns: `${MONEY}, receipt AS text, NULL AS next`,
    lookups: (text, context) => [...byNumber('receipt', text), ...byAmount(text, context)],
  },
  refund: {
    prefix: 'rfnd',
    table: 'refunds',
    permission: 'refunds:read',
    columns: `${MONEY}, payment_id AS text, NULL AS next`,
    lookups: (text, context) => [...byBank(text), ...byAmount(text, context)],
  },
  bill: {
    prefix: 'bill',
    table: 'bills',
    permission: 'bills:read',
    columns: `${MONEY}, receipt_number AS text, NULL AS next`,
    lookups: (text) => {
      if (text.includes('@')) return one(equal('email', text.toLowerCase()))
      return one(prefix('receipt_number', text))
    },
  },
  transfer: {
    prefix: 'trf',
    table: 'transfers',
    permission: 'transfers:read',
    columns: `${MONEY}, recipient AS text, NULL AS next`,
    lookups: NO_LOOKUPS,
  },
  payout: {
    prefix: 'pout',
    table: 'payouts',
    permission: 'payouts:read',
    columns: `${MONEY}, coalesce(reference_id, purpose) AS text, NULL AS next`,
    lookups: NO_LOOKUPS,
  },
  settlement: {
    prefix: 'setl',
    table: 'settlements',
    permission: 'balance:read',
    columns: `${MONEY}, utr AS text, NULL AS next`,
    // One a day: the few rows of an account are read.
    lookups: (text) => (/\d/.test(text) && text.length >= 5 ? byNumber('utr', text) : []),
  },
  document: {
    prefix: 'doc',
    table: 'documents',
    permission: 'documents:read',
    columns: `${NO_MONEY}, NULL AS status, name AS text, NULL AS next`,
    lookups: NO_LOOKUPS,
  },
  approval: {
    prefix: 'apr',
    table: 'approvals',
    permission: 'approvals:read',
    columns: `${MONEY}, actor_name AS text, NULL AS next`,
    lookups: NO_LOOKUPS,
  },
  event: {
    prefix: 'evt',
    table: 'events',
    permission: 'events:read',
    columns: `${NO_MONEY}, NULL AS status, event AS text, NULL AS next`,
    lookups: NO_LOOKUPS,
  },
  webhook: {
    prefix: 'whk',
    table: 'webhook_endpoints',
    permission: 'webhooks:read',
    columns: `${NO_MONEY}, NULL AS status, url AS text, NULL AS next`,
    lookups: NO_LOOKUPS,
  },
  request: {
    prefix: 'req',
    table: 'request_logs',
    permission: 'requests:read',
    columns: `${NO_MONEY}, status::text AS status, method || ' ' || path AS text, NULL AS next`,
    lookups: (text) => [{ condition: onlyOf(equal('client_request_id', text)), newest: true }],
    list: (text) => `/logs?${new URLSearchParams({ client_request: text })}`,
  },
}

const PREFIXES = new Set(Object.values(TABLES).map((table) => table.prefix))

type Row = Omit<FoundRecord, 'href' | 'amount' | 'created_at'> & {
  amount: unknown
  created_at: unknown
}

/** The records of one kind that a text may mean. The permission of their list is needed to find them. */
async function groupOf(context: Context, kind: FoundKind, text: string) {
  const table = TABLES[kind]
  const nothing = { kind, items: [], more: null }
  if (!context.actor.permissions.has(table.permission)) return nothing
  const [, named, rest = ''] = /^([a-z]+)_([0-9A-Za-z]{2,14})$/.exec(text) ?? []
  const byId = named !== undefined && PREFIXES.has(named)
  if (byId && named !== table.prefix) return nothing
  const lookups = byId
    ? one(rest.length === 14 ? equal('id', text) : prefix('id', text))
    : table.lookups(text, context)
  if (lookups.length === 0) return nothing
  const { sql, values } = numbered(statementOf(table, lookups, context.account.id))
  const rows = await context.rows<Row>(sql, values)
  const unique = [...new Map(rows.map((row) => [row.id, row])).values()]
  return {
    kind,
    items: unique.slice(0, SHOWN).map((row) => shown(context, row, byId)),
    more: unique.length > SHOWN ? (table.list?.(text) ?? null) : null,
  }
}

/** Each lookup on its own, so that each is one read of its index. */
function statementOf({ table, columns }: Table, lookups: Lookup[], account: string): Condition {
  const parts = lookups.map(({ condition, newest }) => {
    const from = `SELECT id, created_at, ${columns} FROM ${table} WHERE account_id = ? AND ${condition.sql}`
    const sorted = `ORDER BY created_at DESC LIMIT ${SHOWN + 1}`
    return newest ? `(${from} ${sorted})` : `(SELECT * FROM (${from} LIMIT ${SORTED}) AS few ${sorted})`
  })
  return {
    sql: `SELECT * FROM (${parts.join(' UNION ALL ')}) AS found ORDER BY created_at DESC, id DESC`,
    values: lookups.flatMap(({ condition }) => [account, ...condition.values]),
  }
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

function paymentsBy(text: string, context: Context): Lookup[] {
  if (text.includes('@') || /^[a-z][a-z.+-]{2,}/i.test(text))
    return [...one(prefix('lower(email)', text.toLowerCase())), ...ofReceipt(text, context)]
  const phone = phoneOf(text, context)
  return [
    ...(phone === null ? [] : one(withContact(phone))),
    ...(/^\d{4}$/.test(text) ? [{ condition: onlyOf(equal('last4', text)), newest: true as const }] : []),
    ...byAmount(text, context),
    ...byBank(text),
    ...ofReceipt(text, context),
    ...one(withContactEnd(text)),
  ]
}

function customersBy(text: string, context: Context): Lookup[] {
  if (text.includes('@')) return one(prefix('identity', text.toLowerCase()))
  const end = endOfPhone(text)
  const phone = phoneOf(text, context)
  return [
    ...(phone === null ? [] : one(equal('contact', phone))),
    ...(end === null ? [] : one(prefix('reverse(contact)', end))),
    ...one(prefix('search_name', text.toLowerCase())),
  ]
}

/** A text that may be a whole phone number, as such. */
function phoneOf(text: string, { account }: Context): string | null {
  return /^\+?\d[\d ()-]{6,18}$/.test(text) ? e164(text, account.country) : null
}

function ofReceipt(text: string, { account }: Context): Lookup[] {
  return [
    {
      // In the collation of the index by order.
      condition: {
        sql: 'order_id = ANY (ARRAY(SELECT orders.id COLLATE "default" FROM orders WHERE orders.account_id = ? AND lower(orders.receipt) = lower(?) LIMIT 20))',
        values: [account.id, text],
      },
    },
  ]
}

function byAmount(text: string, { account }: Context): Lookup[] {
  const amount = parseMoney(text.replace(/^(₹|INR|Rs\.?)\s*/i, ''), account.currency)
  if (amount === null || amount <= 0) return []
  return [{ condition: onlyOf(equal('amount', amount)), newest: true }]
}

function byNumber(column: string, text: string): Lookup[] {
  return one(equalInAnyCase(column, text))
}

/** A bank reference has a digit. */
function byBank(text: string): Lookup[] {
  if (!/\d/.test(text) || text.length < 5) return []
  return one(bankReference(['rrn', 'arn', 'auth_code', 'utr'], text))
}

function one(conditions: Condition[]): Lookup[] {
  return conditions.map((condition) => ({ condition }))
}

function onlyOf([condition]: Condition[]): Condition {
  if (!condition) throw new Error('A lookup needs a condition.')
  return condition
}
