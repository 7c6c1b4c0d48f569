import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { statementSums } from '#lib/domain/wallets/get-statement-details.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { StatementSums } from '#lib/domain/wallets/schema.ts'
import { EXPORT_PERMISSION } from '#lib/permissions.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'
import { codeOfDigest } from '#lib/values/statement-code.ts'
import { startOfDay } from '#lib/values/time.ts'

/**
 * Records the figures of a printed statement and returns its verification code. The same statement gets the same code;
 * creating one needs the master key.
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
