import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it, vi } from 'vitest'
import { EXPORT_OPERATIONS, type ExportedList } from '#lib/domain/exports/lists.ts'
import { EXPORT_COLUMNS } from '#lib/exports/lists.ts'
import { propertiesOf, schemaAt } from '#lib/values/schema-parts.ts'

vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))

/** Where the pages of a list draw its rows, beside app/(dashboard)/<list>; its own name where it is not here. */
const DRAWN_IN: Partial<Record<ExportedList, string>> = {
  'balance/fees': 'balance',
  'balance/months': 'balance',
  'connected-apps/clients': 'clients',
  outbox: 'mails',
  'settings/audit': 'audit',
  'settings/team': 'team',
  'settings/team/invitations': 'team',
  'settlements/bank-statements': 'bank-statements',
}

type LeftOut = Partial<Record<ExportedList, Record<string, string>>>

const ALWAYS_EMPTY = 'the interface has it, and here it is always empty or zero'
const OTHER_COLUMN = 'another column says the same'
const ONE_RECORD = 'it is read on the page of one record'
const READER = 'it is about the person who reads'
const EXPANSION = 'it is there only with expand[]'
const INTERNAL = 'an ID that nothing in the dashboard is looked up by'

/** The fields that no file has, each with the reason. */
const NOT_IN_FILES: LeftOut = {
  approvals: {
    finished_at: OTHER_COLUMN,
    changes: ONE_RECORD,
    takes_effect_at: ONE_RECORD,
    result: ONE_RECORD,
    error: ONE_RECORD,
    actor_kind: OTHER_COLUMN,
    grant_id: INTERNAL,
    user_id: OTHER_COLUMN,
    own: READER,
    requester_gone: ONE_RECORD,
    mine_to_decide: READER,
  },
  'balance/fees': { id: OTHER_COLUMN },
  'balance/months': { id: OTHER_COLUMN },
  bills: { updated_at: OTHER_COLUMN },
  'connected-apps': { user_id: OTHER_COLUMN, updated_at: ONE_RECORD, own: READER },
  events: { account_id: OTHER_COLUMN, contains: ONE_RECORD, endpoint_id: ONE_RECORD },
  orders: {
    offer_id: ALWAYS_EMPTY,
    method: ONE_RECORD,
    partial_payment: ONE_RECORD,
    first_payment_min_amount: ONE_RECORD,
    payments: EXPANSION,
    transfers: EXPANSION,
    virtual_account: ALWAYS_EMPTY,
    authorized: OTHER_COLUMN,
    same_receipt: ONE_RECORD,
  },
  payments: {
    invoice_id: ALWAYS_EMPTY,
    captured: OTHER_COLUMN,
    card_id: INTERNAL,
    card: EXPANSION,
    upi: OTHER_COLUMN,
    token_id: ALWAYS_EMPTY,
    error_code: OTHER_COLUMN,
    error_source: ONE_RECORD,
    error_step: ONE_RECORD,
    authorized_until: ONE_RECORD,
    capture_by: ONE_RECORD,
  },
  payouts: { batch_id: ALWAYS_EMPTY, status_details: OTHER_COLUMN, fee_type: ALWAYS_EMPTY },
  refunds: { batch_id: ALWAYS_EMPTY },
  'settings/team': { role: OTHER_COLUMN, own: READER },
  'settings/team/invitations': { role: OTHER_COLUMN },
  settlements: { run: INTERNAL },
  'settlements/bank-statements': { number: ONE_RECORD, created_at: ONE_RECORD },
  transfers: {
    fees: ALWAYS_EMPTY,
    tax: ALWAYS_EMPTY,
    linked_account_notes: ONE_RECORD,
    recipient_settlement: EXPANSION,
    error: OTHER_COLUMN,
  },
  webhooks: {
    active: OTHER_COLUMN,
    secret_exists: ONE_RECORD,
    updated_at: ONE_RECORD,
    owner_id: OTHER_COLUMN,
    unavailable_events: ALWAYS_EMPTY,
    owner_type: OTHER_COLUMN,
    context: ALWAYS_EMPTY,
    service: ALWAYS_EMPTY,
    chaos: ONE_RECORD,
    previous_secret_until: ONE_RECORD,
  },
}

const JSON_TAB = 'only the JSON of the record has it'

/** The fields that no page draws. */
const NOT_ON_PAGES: LeftOut = {
  approvals: { result: JSON_TAB, grant_id: INTERNAL, user_id: INTERNAL },
  'balance/fees': { time_zone: 'the page is in the zone of the account' },
  'balance/months': { line: 'a row of the page for each line' },
  balance: { payment_id: 'the link to the record of a movement', created_at: 'the date column of the kit' },
  batches: { started_at: JSON_TAB, finished_at: JSON_TAB },
  bills: { updated_at: JSON_TAB },
  'connected-apps': { user_id: INTERNAL, updated_at: JSON_TAB },
  events: { actor_kind: OTHER_COLUMN, actor_name: OTHER_COLUMN },
  'fund-accounts': { created_by: 'the audit log has it' },
  orders: { offer_id: ALWAYS_EMPTY, transfers: JSON_TAB, virtual_account: ALWAYS_EMPTY },
  payments: {
    invoice_id: ALWAYS_EMPTY,
    card_id: JSON_TAB,
    upi: OTHER_COLUMN,
    token_id: ALWAYS_EMPTY,
    tax: JSON_TAB,
    authorized_until: OTHER_COLUMN,
  },
  payouts: { batch_id: ALWAYS_EMPTY, status_details: OTHER_COLUMN, fee_type: ALWAYS_EMPTY },
  refunds: { batch_id: ALWAYS_EMPTY, automatic: 'the reason says so', customer_name: OTHER_COLUMN },
  'settings/audit': { actor_kind: OTHER_COLUMN, actor_name: OTHER_COLUMN },
  'settings/team/invitations': { role: OTHER_COLUMN },
  transfers: {
    fees: ALWAYS_EMPTY,
    tax: ALWAYS_EMPTY,
    linked_account_notes: JSON_TAB,
    recipient_settlement_id: JSON_TAB,
    recipient_settlement: EXPANSION,
    settlement_status: JSON_TAB,
  },
  wallets: { email: ONE_RECORD },
  webhooks: {
    active: OTHER_COLUMN,
    secret_exists: JSON_TAB,
    updated_at: JSON_TAB,
    owner_type: JSON_TAB,
    context: JSON_TAB,
    service: JSON_TAB,
  },
}

const leftOut = (fields: LeftOut, list: ExportedList) => Object.keys(fields[list] ?? {})

/** The fields of its rows, without `entity`, which is the same in each of them. */
const fieldsOf = (list: ExportedList) => {
  const row = schemaAt(EXPORT_OPERATIONS[list].output, ['items', 0])
  return Object.keys(row === null ? {} : propertiesOf(row)).filter((field) => field !== 'entity')
}

/** Anything: a row whose every field, method and property is another one. */
function anything(read: (name: string) => void, depth = 0): unknown {
  return new Proxy(() => 1, {
    get(_, name) {
      if (name === Symbol.toPrimitive) return () => 1
      if (name === Symbol.iterator) return () => [][Symbol.iterator]()
      if (typeof name === 'string' && depth === 0) read(name)
      return anything(read, depth + 1)
    },
    apply: () => anything(read, depth + 1),
  })
}

/** The fields of a row that the columns of a file read, of a row with everything and of one with nothing. */
function readByFile(list: ExportedList): Set<string> {
  const found = new Set<string>()
  const rows = [
    anything((name) => found.add(name)),
    ...[null, undefined].map(
      (value) =>
        new Proxy(
          {},
          {
            get(_, name) {
              found.add(String(name))
              return value
            },
          },
        ),
    ),
  ]
  for (const row of rows)
    for (const [, cell] of EXPORT_COLUMNS[list]('Asia/Kolkata', 'INR'))
      try {
        cell(row)
      } catch {
        // What the cell reads counts, not what it makes of it.
      }
  return found
}

/** The names that the pages of a list and its components read of any object. */
function readByPages(list: ExportedList): Set<string> {
  const found = new Set<string>()
  const folders = [`app/(dashboard)/${list}`, `components/${DRAWN_IN[list] ?? list}`]
  for (const path of folders.flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))) {
    if (/\.test\.tsx?$/.test(path)) continue
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, false)
    const visit = (node: ts.Node) => {
      if (ts.isPropertyAccessExpression(node)) found.add(node.name.text)
      if (ts.isBindingElement(node)) {
        const name = node.propertyName ?? node.name
        if (ts.isIdentifier(name)) found.add(name.text)
      }
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  return found
}

describe.each(Object.keys(EXPORT_OPERATIONS) as ExportedList[])('the rows of %s', (list) => {
  it('have every field in their file, but those that are left out for a reason', () => {
    const read = readByFile(list)
    const missing = fieldsOf(list).filter((field) => !read.has(field))
    const where = `Give it a column in lib/exports/columns/${DRAWN_IN[list] ?? list}.ts, or a reason here.`
    expect(missing, where).toEqual(leftOut(NOT_IN_FILES, list))
  })

  it('have every field on a page, but those that are left out for a reason', () => {
    const read = readByPages(list)
    const missing = fieldsOf(list).filter((field) => !read.has(field))
    const where = `Draw it in a component of components/${DRAWN_IN[list] ?? list}, or give a reason here.`
    expect(missing, where).toEqual(leftOut(NOT_ON_PAGES, list))
  })
})
