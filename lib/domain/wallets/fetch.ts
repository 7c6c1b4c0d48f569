import { z } from 'zod'
import { findCustomer } from '#lib/domain/customers/find.ts'
import { passwordsOf } from '#lib/domain/mails/secrets.ts'
import { findOrder } from '#lib/domain/orders/find.ts'
import { cutAhead } from '#lib/domain/page.ts'
import { newestCode, OfPayer } from '#lib/domain/wallets/code.ts'
import { assertWalletsAvailable, monthOf, standingOf, usageIn } from '#lib/domain/wallets/rules.ts'
import {
  CustomerTransaction,
  FetchBalance,
  FetchStatement,
  WalletBalance,
  WalletDetails,
  WalletForPayer,
} from '#lib/domain/wallets/schema.ts'
import { Collection, collection } from '#lib/filters/page.ts'
import type { customer_transactions } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { hasWallets } from '#lib/values/capability.ts'
import { Id } from '#lib/values/id.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'
import { isIndianMobile } from '#lib/values/phone.ts'

export const getWalletDetails = defineOperation({
  name: 'get_wallet_details',
  title: 'Get the details of a wallet',
  summary:
    'Returns the wallet of a customer for its card: what it holds, the limits, what is on its way, the last entries.',
  permission: 'wallets:read',
  http: null,
  effect: 'read',
  input: z.strictObject({ id: Id('customer') }),
  output: WalletDetails,
  async run(context, input) {
    const { account, now, tables } = context
    const customer = await findCustomer(context, input.id)
    const account_id = account.id
    const wallet = await tables.wallets.findUnique({
      where: { account_id_customer_id: { account_id, customer_id: customer.id } },
    })
    const returning = await tables.transfers.aggregate({
      where: { account_id, recipient: customer.id, status: 'created' },
      _sum: { amount: true, amount_reversed: true },
      _count: true,
    })
    const entries = await tables.customer_transactions.findMany({
      where: { account_id, customer_id: customer.id },
      orderBy: { seq: 'desc' },
      take: 5,
    })
    return {
      customer_id: customer.id,
      name: customer.name,
      contact: customer.contact,
      currency: account.currency,
      served: hasWallets(account),
      possible: customer.contact !== null && isIndianMobile(customer.contact),
      exists: wallet !== null,
      balance: wallet?.balance ?? 0,
      returning_amount: wallet?.returning_amount ?? 0,
      monthly_usage: wallet ? usageIn(monthOf(now), wallet) : 0,
      max_balance: account.wallet_max_balance,
      monthly_limit: account.wallet_monthly_limit,
      on_hold: Number(returning._sum.amount ?? 0) - Number(returning._sum.amount_reversed ?? 0),
      on_hold_count: returning._count,
      entries,
    }
  },
})

export const fetchWalletBalance = defineOperation({
  name: 'fetch_wallet_balance',
  title: 'Fetch the balance of a wallet',
  summary: "Returns the balance of a customer's wallet, the amount added this month, and the balance limit.",
  permission: 'wallets:read',
  http: 'GET /v1/customers/:id/balance',
  scope: 'read_only',
  discontinued: true,
  input: FetchBalance,
  output: WalletBalance,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, input.id)
    const wallet = await context.tables.wallets.findUnique({
      where: { account_id_customer_id: { account_id: context.account.id, customer_id: customer.id } },
    })
    return {
      balance: wallet?.balance ?? 0,
      monthly_usage: wallet ? usageIn(monthOf(context.now), wallet) : 0,
      max_balance: context.account.wallet_max_balance,
    }
  },
})

const NOTHING = { tries_left: null, test_password: null, balance: null }

export const getWalletDetailsForPayer = defineOperation({
  name: 'get_wallet_details_for_payer',
  title: 'Get the details of a wallet for its payer',
  summary:
    'Returns how far a payer has come with their wallet, and what it holds once they have proven that it is theirs.',
  permission: 'payments:create',
  http: null,
  effect: 'read',
  input: z.strictObject(OfPayer),
  output: WalletForPayer,
  async run(context, input) {
    assertWalletsAvailable(context.account)
    await findOrder(context, input.order_id)
    const code = await newestCode(context, input)
    if (code === null) return { step: 'ask', ended: null, ...NOTHING }
    const standing = standingOf(code, context.now)
    if (standing.step === 'over')
      return { step: 'ask', ended: standing.why === 'used' ? null : standing.why, ...NOTHING }
    if (standing.step === 'code') {
      const test_password = context.account.mode === 'test' ? passwordsOf(context, code.id)[0] : null
      return { ...NOTHING, step: 'code', ended: null, tries_left: standing.tries_left, test_password }
    }
    const wallet =
      code.customer_id === null
        ? null
        : await context.tables.wallets.findUnique({
            where: {
              account_id_customer_id: { account_id: context.account.id, customer_id: code.customer_id },
            },
          })
    return { ...NOTHING, step: 'open', ended: null, balance: wallet?.balance ?? null }
  },
})

export const fetchStatement = defineOperation({
  name: 'fetch_wallet_statement',
  title: 'Fetch the statement of a wallet',
  summary: 'Lists the entries of a wallet, newest first, each with the balance after it.',
  permission: 'wallets:read',
  http: 'GET /v1/customers/:id/statement',
  scope: 'read_only',
  discontinued: true,
  input: FetchStatement,
  output: Collection(CustomerTransaction),
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const customer = await findCustomer(context, input.id)
    const values: unknown[] = [context.account.id, customer.id]
    const place = (value: unknown) => `$${values.push(value)}`
    const entries = 'FROM customer_transactions WHERE account_id = $1 AND customer_id = $2'
    // The entries of a wallet are numbered without a gap, in the order of their time: each bound is one of a number, and a
    // skip is a difference of numbers.
    const bounds: string[] = []
    const endAt = (sign: '>=' | '<=', time: number | undefined) => {
      if (time === undefined) return
      const direction = sign === '<=' ? 'DESC' : 'ASC'
      bounds.push(
        `seq ${sign} (SELECT seq ${entries} AND created_at ${sign} ${place(time)}
          ORDER BY created_at ${direction}, seq ${direction} LIMIT 1)`,
      )
    }
    endAt('>=', input.from)
    endAt('<=', input.to)
    const after = await seqOf(context, customer.id, 'starting_after', input.starting_after)
    const before = await seqOf(context, customer.id, 'ending_before', input.ending_before)
    if (after !== null) bounds.push(`seq < ${place(after)}`)
    if (before !== null) bounds.push(`seq > ${place(before)}`)
    const upwards = before !== null && after === null
    const direction = upwards ? 'ASC' : 'DESC'
    const within = [entries, ...bounds].join(' AND ')
    const skipped =
      input.skip === 0
        ? ''
        : ` AND seq ${upwards ? '>=' : '<='} (SELECT seq ${within} ORDER BY seq ${direction} LIMIT 1) ${upwards ? '+' : '-'} ${place(input.skip)}::bigint`
    const ahead = context.lookAhead ? 1 : 0
    const readRows = await context.rows<customer_transactions>(
      `SELECT * ${within}${skipped} ORDER BY seq ${direction} LIMIT ${place(input.count + ahead)}`,
      values,
    )
    const rows = cutAhead(context, readRows, input.count)
    return collection(upwards ? rows.reverse() : rows)
  },
})

async function seqOf(
  context: Context,
  customerId: string,
  side: string,
  id: string | undefined,
): Promise<number | null> {
  if (id === undefined) return null
  const [row] = await context.rows<{ seq: number | bigint }>(
    'SELECT seq FROM customer_transactions WHERE account_id = $1 AND customer_id = $2 AND id = $3',
    [context.account.id, customerId, id],
  )
  if (row) return Number(row.seq)
  throw refused('record_not_found', `${side} names ${id}, which is no entry of this wallet.`, { field: side })
}

/** The response of the API as a file for staff, which needs the permission to export. */
export const exportStatement = defineOperation({
  name: 'export_wallet_statement',
  title: 'Export the statement of a wallet',
  summary: 'Returns a part of a wallet statement exactly as the API does, for a file.',
  permission: fetchStatement.permission,
  alsoNeeds: [EXPORT_PERMISSION],
  confirm: 'live',
  http: null,
  effect: 'read',
  input: fetchStatement.input,
  output: fetchStatement.output,
  run: fetchStatement.run,
})
