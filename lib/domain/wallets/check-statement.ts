import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { statementSums } from '#lib/domain/wallets/get-statement-details.ts'
import { CheckedStatement } from '#lib/domain/wallets/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { maskedPhone } from '#lib/values/phone.ts'

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
