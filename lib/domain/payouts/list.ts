import { equal } from '#lib/database/conditions.ts'
import { namesOf } from '#lib/domain/customers/find.ts'
import { defineList } from '#lib/domain/list.ts'
import { PAYOUT_FILTERS } from '#lib/domain/payouts/filters.ts'
import type { PayoutRow } from '#lib/domain/payouts/find.ts'
import { ListedPayout, PAYOUT_STATUSES } from '#lib/domain/payouts/schema.ts'
import { PAYOUT_SUMS } from '#lib/domain/totals.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import type { Context } from '#lib/pipeline/operation.ts'

export const { list: listPayoutsForDashboard, export: exportPayouts } = defineList({
  noun: 'payouts',
  permission: 'payouts:read',
  item: ListedPayout,
  filters: PAYOUT_FILTERS,
  sort: { amount: 'amount' },
  tab: ['status'],
  tabs: Object.fromEntries(PAYOUT_STATUSES.map((status) => [status, equal('status', status)])),
  sums: PAYOUT_SUMS,
  show: listedPayouts,
  check: ({ account }) => assertWalletsAvailable(account),
})

/** Rows as the list shows them, with two queries for all of them. */
export async function listedPayouts(context: Context, rows: PayoutRow[]) {
  const names = await namesOf(context, rows)
  const accounts = await context.tables.fund_accounts.findMany({
    where: { account_id: context.account.id, id: { in: rows.map((row) => row.fund_account_id) } },
    select: { id: true, bank_name: true, number_last4: true, ifsc: true, name: true },
  })
  const banks = new Map(accounts.map((account) => [account.id, account]))
  return rows.map((row) => {
    const bank = banks.get(row.fund_account_id)
    return {
      ...row,
      customer_name: names.get(row.customer_id) ?? null,
      bank_name: bank?.bank_name ?? '',
      ifsc: bank?.ifsc ?? '',
      holder: bank?.name ?? '',
      number_last4: bank?.number_last4 ?? '',
    }
  })
}
