import { z } from 'zod'
import { equal } from '#lib/database/conditions.ts'
import { findLine, findStatement } from '#lib/domain/bank-statements/find.ts'
import { MAX_DAYS_APART } from '#lib/domain/bank-statements/rules.ts'
import {
  BankLineDetails,
  BankLineId,
  BankStatement,
  BankStatementDetails,
  BankStatementId,
  type Candidate,
  LINE_STATUSES,
  type LineStatus,
  ListedBankLine,
} from '#lib/domain/bank-statements/schema.ts'
import { amount, equals, oneOf, period, several, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import type { bank_statement_lines } from '#lib/generated/prisma/client.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'
import { BANK_ZONE } from '#lib/values/working-days.ts'

export const BANK_LINE_FILTERS = [
  several('status', LINE_STATUSES, { label: 'Status', as: 'tab', where: oneOf('status') }),
  // The dates that a bank wrote are days of its own zone.
  period({ label: 'Booked', zone: BANK_ZONE }),
  amount(),
  text('reference', 140, {
    label: 'Reference',
    placeholder: 'as in the file',
    where: equals('reference'),
  }),
  text('statement', 40, {
    label: 'Statement',
    placeholder: 'bst_…',
    whenSet: true,
    where: equals('statement_id'),
  }),
  text('settlement', 40, {
    label: 'Settlement',
    placeholder: 'setl_…',
    whenSet: true,
    where: equals('settlement_id'),
  }),
]

export const { list: listBankLinesForDashboard, export: exportBankLines } = defineList({
  noun: 'bank_lines',
  table: 'bank_statement_lines',
  permission: 'balance:read',
  item: ListedBankLine,
  filters: BANK_LINE_FILTERS,
  tab: ['status'],
  tabs: Object.fromEntries(LINE_STATUSES.map((status) => [status, equal('status', status)])),
  sums: {
    matched: "CASE WHEN status = 'matched' THEN amount END",
    differs: "CASE WHEN status = 'differs' THEN amount END",
    unmatched: "CASE WHEN status = 'unmatched' THEN amount END",
    debit: "CASE WHEN status = 'debit' THEN amount END",
  },
  show: withDifferences,
})

/** Adds how much lines differ from their settlements, with one query for all of them. */
async function withDifferences(context: Context, lines: bank_statement_lines[]) {
  const ids = lines.flatMap(({ settlement_id }) => settlement_id ?? [])
  const settlements = await context.tables.settlements.findMany({
    where: { account_id: context.account.id, id: { in: ids } },
    select: { id: true, amount: true },
  })
  const amounts = new Map(settlements.map(({ id, amount }) => [id, Number(amount)]))
  return lines.map((line) => {
    const settled = amounts.get(line.settlement_id ?? '')
    return { ...line, difference: settled === undefined ? null : Number(line.amount) - settled }
  })
}

export const fetchBankStatements = defineOperation({
  name: 'fetch_bank_statements',
  title: 'Fetch bank statements',
  summary: 'Lists the 50 bank statements that were imported last, newest first.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(BankStatement) }),
  async run(context) {
    const items = await context.rows(
      'SELECT * FROM bank_statements WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT 50',
      [context.account.id],
    )
    return { items }
  },
})

export const getBankStatementDetails = defineOperation({
  name: 'get_bank_statement_details',
  title: 'Get the details of a bank statement',
  summary: 'Returns one bank statement for its page, with how many of its lines are matched.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: BankStatementId,
  output: BankStatementDetails,
  errors: ['record_not_found'],
  async run(context, { id }) {
    const statement = await findStatement(context, id)
    const counts = await context.rows<{ status: LineStatus; count: number }>(
      `SELECT status, count(*)::int AS count FROM bank_statement_lines
       WHERE account_id = $1 AND statement_id = $2 GROUP BY status`,
      [context.account.id, id],
    )
    const none = Object.fromEntries(LINE_STATUSES.map((status) => [status, 0]))
    const found = Object.fromEntries(counts.map(({ status, count }) => [status, count]))
    return { ...statement, statuses: { ...none, ...found } }
  },
})

export const getBankLineDetails = defineOperation({
  name: 'get_bank_line_details',
  title: 'Get the details of a bank line',
  summary: 'Returns one line of a bank statement with its settlement, or with settlements that it may pay.',
  permission: 'balance:read',
  http: null,
  effect: 'read',
  input: BankLineId,
  output: BankLineDetails,
  errors: ['record_not_found'],
  async run(context, { id }) {
    const line = await findLine(context, id)
    const { bank_account } = await findStatement(context, line.statement_id)
    const [settlement = null] =
      line.settlement_id === null
        ? []
        : await context.rows<Candidate>(
            'SELECT id, amount, currency, utr, finished_at FROM settlements WHERE account_id = $1 AND id = $2',
            [context.account.id, line.settlement_id],
          )
    const candidates = line.status === 'unmatched' ? await candidatesOf(context, line) : []
    return { ...line, bank_account, settlement, candidates }
  },
})

/** Settlements without a credit that were paid around the date of a line: those with the nearest amounts first. */
async function candidatesOf(
  context: Context,
  { amount, created_at }: { amount: number; created_at: number },
): Promise<Candidate[]> {
  const reach = (MAX_DAYS_APART + 4) * DAY
  return context.rows<Candidate>(
    `SELECT id, amount, currency, utr, finished_at FROM settlements
     WHERE account_id = $1 AND status = 'processed' AND finished_at BETWEEN $3 AND $4 AND NOT EXISTS (
       SELECT 1 FROM bank_statement_lines line WHERE line.account_id = $1 AND line.settlement_id = settlements.id)
     ORDER BY abs(amount - $2), created_at DESC LIMIT 10`,
    [context.account.id, amount, created_at - reach, created_at + DAY + reach],
  )
}
