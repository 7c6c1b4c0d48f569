import { z } from 'zod'
import { findLine, lockStatements } from '#lib/domain/bank-statements/find.ts'
import {
  assertAcceptable,
  assertIgnorable,
  assertMatchable,
  assertReopenable,
  matchCredits,
  type OpenCredit,
  type OpenSettlement,
  statusWith,
} from '#lib/domain/bank-statements/rules.ts'
import {
  AcceptBankLine,
  BankLine,
  BankLineId,
  IgnoreBankLine,
  MatchBankLine,
} from '#lib/domain/bank-statements/schema.ts'
import { findSettlement } from '#lib/domain/settlements/find.ts'
import { post } from '#lib/ledger/post.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { BANK_ZONE } from '#lib/values/working-days.ts'

/** The most lines and settlements that are compared at once. */
const MOST = 20_000

export const matchBankLines = defineOperation({
  name: 'match_bank_lines',
  title: 'Match bank lines',
  summary:
    'Matches the credits of bank statements that have no settlement with the settlements that have no credit.',
  permission: 'settlements:write',
  http: null,
  input: z.strictObject({}),
  output: z.object({ matched: z.int() }),
  async run(context) {
    await lockStatements(context)
    const matched = await matchOpen(context)
    if (matched > 0) context.about(context.account.id)
    context.note({ matched })
    return { matched }
  },
})

export const matchBankLine = defineOperation({
  name: 'match_bank_line',
  title: 'Match a bank line',
  summary: 'Says which settlement a credit of a bank statement pays.',
  permission: 'settlements:write',
  http: null,
  input: MatchBankLine,
  output: BankLine,
  errors: ['record_not_found'],
  async run(context, { id, settlement_id }) {
    await lockStatements(context)
    const line = await findLine(context, id)
    const settlement = await findSettlement(context, settlement_id)
    const [other] = await context.rows<{ id: string }>(
      'SELECT id FROM bank_statement_lines WHERE account_id = $1 AND settlement_id = $2',
      [context.account.id, settlement_id],
    )
    assertMatchable(line, { ...settlement, line_id: other?.id ?? null })
    const status = statusWith(line, { amount: Number(settlement.amount) })
    return setMatch(context, line, {
      status,
      settlement_id,
      matched_by: 'person' as const,
      matched_at: context.now,
    })
  },
})

export const unmatchBankLine = defineOperation({
  name: 'unmatch_bank_line',
  title: 'Unmatch a bank line',
  summary: 'Removes the match of a credit of a bank statement with its settlement, or no longer ignores it.',
  permission: 'settlements:write',
  http: null,
  input: BankLineId,
  output: BankLine,
  errors: ['record_not_found'],
  async run(context, { id }) {
    await lockStatements(context)
    const line = await findLine(context, id)
    if (line.status === 'unmatched') return line
    assertReopenable(line)
    return setMatch(context, line, {
      status: 'unmatched',
      settlement_id: null,
      reason: null,
      // The rules leave a line alone once a person has decided on it.
      matched_by: 'person' as const,
      matched_at: context.now,
    })
  },
})

export const acceptBankLine = defineOperation({
  name: 'accept_bank_line',
  title: 'Accept a difference',
  summary:
    'Accepts that a credit differs from its settlement, and moves the difference to the balance or leaves it.',
  permission: 'settlements:write',
  confirm: 'live',
  http: null,
  input: AcceptBankLine,
  output: BankLine,
  errors: ['record_not_found', 'insufficient_balance'],
  async run(context, { id, effect, reason }) {
    await lockStatements(context)
    const line = await findLine(context, id)
    assertAcceptable(line)
    const settlement = await findSettlement(context, line.settlement_id ?? '')
    const missing = Number(settlement.amount) - line.amount
    if (effect === 'balance')
      post(
        context,
        {
          kind: 'settlement_difference',
          reference: `settlement_difference:${line.id}`,
          legs: [
            missing > 0
              ? { debit: 'bank', credit: 'merchant_balance', amount: missing }
              : { debit: 'merchant_balance', credit: 'bank', amount: -missing },
          ],
        },
        () => refused('insufficient_balance'),
      )
    return setMatch(context, line, {
      status: 'accepted',
      settlement_id: line.settlement_id,
      reason,
      balance_change: effect === 'balance' ? missing : null,
      matched_by: 'person' as const,
      matched_at: context.now,
    })
  },
})

export const ignoreBankLine = defineOperation({
  name: 'ignore_bank_line',
  title: 'Ignore a credit',
  summary: 'Says why a credit of a bank statement pays no settlement.',
  permission: 'settlements:write',
  http: null,
  input: IgnoreBankLine,
  output: BankLine,
  errors: ['record_not_found'],
  async run(context, { id, reason }) {
    await lockStatements(context)
    const line = await findLine(context, id)
    assertIgnorable(line)
    return setMatch(context, line, {
      status: 'ignored',
      settlement_id: null,
      reason,
      matched_by: 'person' as const,
      matched_at: context.now,
    })
  },
})

type Matched = Pick<z.input<typeof BankLine>, 'status' | 'settlement_id' | 'matched_by' | 'matched_at'> & {
  reason?: string | null
  balance_change?: number | null
}

type Decided = {
  account_id: string
  id: string
  status: string
  settlement_id: string | null
  reason: string | null
  balance_change: number | null
}

function setMatch<L extends Decided>(context: Context, line: L, set: Matched): L & Matched {
  const { account_id, id, status, settlement_id, reason, balance_change } = line
  const before = { status, settlement_id, reason, balance_change }
  context.changes.update('bank_statement_lines', { account_id, id }, before, { ...set })
  context.about(id)
  return { ...line, ...set }
}

/** Matches what is open by the rules. The statements are locked. @returns how many matched */
export async function matchOpen(context: Context): Promise<number> {
  const { account, now } = context
  const lines = await context.rows<OpenCredit>(
    `SELECT id, date, amount, reference, description, match_text, reversal FROM bank_statement_lines
     WHERE account_id = $1 AND status = 'unmatched' AND matched_by IS NULL ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
    [account.id],
  )
  if (lines.length === 0) return 0
  const settlements = await context.rows<OpenSettlement>(
    `SELECT id, utr, amount, to_char(to_timestamp(finished_at) AT TIME ZONE '${BANK_ZONE}', 'YYYY-MM-DD') AS date
     FROM settlements WHERE account_id = $1 AND status = 'processed' AND NOT EXISTS (
       SELECT 1 FROM bank_statement_lines line WHERE line.account_id = $1 AND line.settlement_id = settlements.id)
     ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
    [account.id],
  )
  const matches = matchCredits(plain(lines), plain(settlements))
  if (matches.length === 0) return 0
  await context.rows(
    `UPDATE bank_statement_lines line
     SET settlement_id = found.settlement_id, status = found.status, matched_by = found.matched_by, matched_at = $2
     FROM unnest($3::text[], $4::text[], $5::text[], $6::text[]) AS found (id, settlement_id, status, matched_by)
     WHERE line.account_id = $1 AND line.id = found.id AND line.status = 'unmatched'`,
    [
      account.id,
      now,
      matches.map(({ line }) => line.id),
      matches.map(({ settlement }) => settlement.id),
      matches.map(({ line, settlement }) => statusWith(line, settlement)),
      matches.map(({ by }) => by),
    ],
  )
  return matches.length
}

/** Within a transaction BIGINT comes as a bigint. */
function plain<R extends { amount: number }>(rows: R[]): R[] {
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }))
}
