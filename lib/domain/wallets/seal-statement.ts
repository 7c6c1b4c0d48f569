import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { statementSums } from '#lib/domain/wallets/get-statement-details.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { CheckedStatement, StatementSums } from '#lib/domain/wallets/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'
import { maskedPhone } from '#lib/values/phone.ts'
import { codeOfDigest } from '#lib/values/statement-code.ts'
import { startOfDay } from '#lib/values/time.ts'

/**
 * Records the figures of a printed statement and returns its verification code. The same statement gets the same code;
 * creating one needs the key of the digests.
 */
export const sealStatement = defineOperation({
  name: 'seal_wallet_statement',
  title: 'Seal the statement of a wallet',
  summary:
    'Keeps the figures of a statement that is given out on paper, under a code by which it can be checked.',
  permission: 'wallets:read',
  alsoNeeds: [EXPORT_PERMISSION],
  http: null,
  input: z.strictObject({
    id: Id('customer'),
    from: z.int().optional(),
    to: z.int(),
    zone: z.string().max(60),
    /** The number of the newest entry on the statement, 0 for none. */
    through: z.int().min(0),
  }),
  output: z.object({ code: z.string(), sums: StatementSums }),
  async run(context, { id, from, to, zone, through }) {
    assertWalletsAvailable(context.account)
    const { account, now } = context
    await findCustomer(context, id)
    const sums = await statementSums(context, { id, from, to }, through)
    const { reconciles: _, ...figures } = sums
    const said = { customer_id: id, from_at: from ?? null, to_at: to, zone, ...figures, through }
    // A statement is identified by the day that it ends on, so all of one day with the same figures are one: repeated
    // downloads store one seal.
    const content = { ...said, to_at: startOfDay(to, zone) }
    const code = codeOfDigest(context.vault.digest(`statement ${asJson([account.id, content])}`))
    await context.tables.statement_seals.createMany({
      data: [{ account_id: account.id, code, ...said, created_at: now }],
      skipDuplicates: true,
    })
    context.about(id)
    context.note({ code, from: from ?? null, to })
    return { code, sums }
  },
})

/** JSON with sums as numbers while these are exact: statements that were printed earlier keep their code. */
function asJson(value: unknown): string {
  return JSON.stringify(value, (_, part) =>
    typeof part !== 'bigint' ? part : Number.isSafeInteger(Number(part)) ? Number(part) : String(part),
  )
}

export const checkStatement = defineOperation({
  name: 'check_wallet_statement',
  title: 'Check the statement of a wallet',
  summary:
    'Returns the contents of a printed statement by its code, and whether they still match the entries.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ code: z.string() }),
  output: CheckedStatement,
  async run(context, input) {
    const { account } = context
    const seal = await context.tables.statement_seals.findUnique({
      where: { account_id_code: { account_id: account.id, code: input.code } },
    })
    if (seal === null) throw refused('record_not_found')
    const { contact } = await findCustomer(context, seal.customer_id)
    const { opening, credits, debits, closing } = seal
    const reconciles = opening + credits - debits === closing
    const sums = { opening, credits, debits, closing, entries: seal.entries, reconciles }
    const from = seal.from_at === null ? undefined : Number(seal.from_at)
    const period = { id: seal.customer_id, from, to: Number(seal.to_at) }
    const today = await statementSums(context, period, Number(seal.through))
    return {
      code: seal.code,
      merchant_name: account.merchant_name,
      mode: account.mode,
      customer_id: seal.customer_id,
      contact: contact === null ? null : maskedPhone(contact),
      currency: account.currency,
      from: seal.from_at,
      to: seal.to_at,
      zone: seal.zone,
      sums,
      created_at: seal.created_at,
      agrees: (['opening', 'credits', 'debits', 'closing', 'entries', 'reconciles'] as const).every(
        (name) => today[name] === sums[name],
      ),
    }
  },
})
