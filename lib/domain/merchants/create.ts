import { type CreateMerchant, REGIONS } from '#lib/domain/merchants/schema.ts'
import { LEDGER_ACCOUNTS, type LedgerAccount } from '#lib/ledger/accounts.ts'
import type { Tables } from '#lib/pipeline/operation.ts'
import { newId } from '#lib/values/id.ts'

type CreatedMerchant = { id: string; name: string; accounts: { test: string; live: string } }

/**
 * Creates a merchant with its two accounts and their balances. It is not an operation, since it belongs to no account:
 * the command line and the first run call it, in a transaction.
 * @param at the present, in milliseconds
 */
export async function createMerchant(
  tables: Tables,
  input: CreateMerchant,
  at: number,
  settings: { authorization_window_seconds: number; capabilities?: string[] },
): Promise<CreatedMerchant> {
  const created_at = Math.floor(at / 1000)
  const merchant = await tables.merchants.create({
    data: {
      id: newId('merchant', at),
      name: input.name,
      country: input.country,
      billing_label: input.billing_label ?? input.name.replace(/[^A-Za-z0-9 ]/g, '').slice(0, 30),
      created_at,
    },
  })
  const accounts = { test: newId('account', at), live: newId('account', at) }
  for (const mode of ['test', 'live'] as const) {
    const account_id = accounts[mode]
    await tables.accounts.create({
      data: {
        id: account_id,
        merchant_id: merchant.id,
        mode,
        country: input.country,
        currency: REGIONS[input.country],
        authorization_window_seconds: settings.authorization_window_seconds,
        capabilities: settings.capabilities ?? [],
        created_at,
      },
    })
    const stored = Object.keys(LEDGER_ACCOUNTS).filter(
      (account) => LEDGER_ACCOUNTS[account as LedgerAccount].isStored,
    )
    await tables.ledger_balances.createMany({ data: stored.map((account) => ({ account_id, account })) })
  }
  return { id: merchant.id, name: merchant.name, accounts }
}
