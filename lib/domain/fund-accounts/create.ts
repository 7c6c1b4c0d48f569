import { namedCustomer } from '#lib/domain/customers/find.ts'
import { fundAccountEntity } from '#lib/domain/fund-accounts/find.ts'
import { CreateFundAccount, FundAccount } from '#lib/domain/fund-accounts/schema.ts'
import { FUND_ACCOUNT_FEATURES } from '#lib/domain/unsupported.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { branchOf } from '#lib/values/ifsc.ts'

export const createFundAccount = defineOperation({
  name: 'create_fund_account',
  title: 'Create a fund account',
  summary:
    'Adds a bank account to a customer, for payouts. An existing account with the same number and IFSC is returned.',
  permission: 'fund_accounts:write',
  confirm: 'live',
  http: 'POST /v1/fund_accounts',
  scope: 'wallet:write',
  tool: { destructive: false, idempotent: false, openWorld: false },
  status: 201,
  discontinued: true,
  confidential: true,
  input: CreateFundAccount,
  output: FundAccount,
  unsupported: FUND_ACCOUNT_FEATURES,
  errors: ['product_discontinued', 'record_not_found', 'ifsc_unknown'],
  finds: 'The existing fund account with the same number and IFSC.',
  async run(context, { customer_id, account_type, bank_account }) {
    assertWalletsAvailable(context.account)
    const customer = await namedCustomer(context, customer_id)
    const { name, ifsc, account_number } = bank_account
    const branch = branchOf(ifsc)
    if (!branch) throw refused('ifsc_unknown', undefined, { field: 'bank_account.ifsc' })
    const digest = context.vault.digest(`${ifsc} ${account_number} ${name.toLowerCase()}`)
    const row = {
      account_id: context.account.id,
      id: context.newId('fund_account'),
      customer_id: customer.id,
      account_type,
      name,
      ifsc,
      bank_name: branch.bank_name,
      number_encrypted: context.vault.seal(account_number),
      number_last4: account_number.slice(-4),
      digest,
      created_by: `${context.actor.kind}:${context.actor.name}`,
      created_at: context.now,
    }
    const { count } = await context.tables.fund_accounts.createMany({ data: [row], skipDuplicates: true })
    const stored = await context.tables.fund_accounts.findUniqueOrThrow({
      where: {
        account_id_customer_id_digest: { account_id: context.account.id, customer_id: customer.id, digest },
      },
    })
    if (count === 0) {
      context.note({ existing: true })
      context.respondWith(200)
    }
    return fundAccountEntity(context, stored)
  },
})
