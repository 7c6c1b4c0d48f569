import { refused } from '#lib/errors.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/operation.ts'

/** A fund account of the account. @throws record_not_found; as a 400 where it is a member of a body that names it */
export async function findFundAccount(context: Context, id: string, field = 'id') {
  const row = await context.tables.fund_accounts.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  if (!row) {
    throw refused('record_not_found', `There is no fund account ${id} in this account and mode.`, {
      field,
      status: field === 'id' ? undefined : 400,
    })
  }
  return row
}

/** A row as the interface has it, with the number in clear. */
export function entityOf(context: Context, row: fund_accounts) {
  return {
    ...row,
    bank_account: {
      name: row.name,
      account_number: context.vault.open(row.number_encrypted),
      ifsc: row.ifsc,
      bank_name: row.bank_name,
    },
  }
}
