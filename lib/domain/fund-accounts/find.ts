import { recordNotFound } from '#lib/domain/record.ts'
import type { fund_accounts } from '#lib/generated/prisma/client.ts'
import type { Context, Plain } from '#lib/pipeline/operation.ts'

/** A fund account of the account. @throws record_not_found; as a 400 with the field if a body names it */
export async function findFundAccount(context: Context, id: string, field = 'id') {
  const row = await context.tables.fund_accounts.findUnique({
    where: { account_id_id: { account_id: context.account.id, id } },
  })
  return existingFundAccount(row, id, field)
}

/** As `context.read` returns it: BYTEA as text. */
export type FundAccountRow = Omit<Plain<fund_accounts>, 'number_encrypted' | 'digest'> & {
  number_encrypted: string
  digest: string
}

/** Bytes from a row of `context.read`. */
export function encryptedBytesOf(text: string): Uint8Array {
  return Buffer.from(text.slice(2), 'hex')
}

/** @throws record_not_found */
export function existingFundAccount<R>(row: R | null, id: string, field = 'id'): R {
  if (row) return row
  throw recordNotFound('fund account', id, field, field === 'id' ? undefined : 400)
}

/**
 * A row as the API returns it. A key of the merchant gets the full account number, as specified. People and their apps
 * get its last digits; people reveal the number on its page, with an audit line.
 */
export function fundAccountEntity(context: Context, row: fund_accounts) {
  const whole = context.actor.kind === 'key' || context.actor.kind === 'system'
  return {
    ...row,
    bank_account: {
      name: row.name,
      account_number: whole ? context.vault.open(row.number_encrypted) : `XXXX${row.number_last4}`,
      ifsc: row.ifsc,
      bank_name: row.bank_name,
    },
  }
}
