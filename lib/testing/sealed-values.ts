import type { KeyRing } from '#lib/auth/key-ring.ts'
import { SEALED_COLUMNS } from '#lib/auth/sealed-columns.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import { readBankFile } from '#lib/bank-files/read.ts'
import type { Query } from '#lib/database/query.ts'
import { addAcquirer } from '#lib/domain/acquirers/add.ts'
import { rotateAcquirerSecret, useAcquirer } from '#lib/domain/acquirers/use.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { importBankStatement } from '#lib/domain/bank-statements/import.ts'
import {
  chooseStatementColumns,
  fetchStatementDraft,
  uploadBankStatement,
} from '#lib/domain/bank-statements/upload.ts'
import { createCustomer } from '#lib/domain/customers/create.ts'
import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { startTotp } from '#lib/domain/profile/second-factor.ts'
import { createUser } from '#lib/domain/users/create.ts'
import { createWebhook } from '#lib/domain/webhooks/create.ts'
import { rotateWebhookSecret } from '#lib/domain/webhooks/update.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { outcomeOf } from '#lib/testing/approvals.ts'
import type { Instance } from '#lib/testing/instance.ts'
import type { Bank } from '#lib/testing/live-instance.ts'
import { ROLE_PERMISSIONS, type Role } from '#lib/values/permissions.ts'
import { newWebhookSecret } from '#lib/values/webhook-signature.js'

/** Makes at least one value in every sealed column, by the operations that make them. */
export async function sealOneOfEach(instance: Instance, bank: Bank) {
  const { merchant, runtime, system } = instance
  const { account } = await systemActor(runtime.query, merchant.accounts.live, 'test')
  const live: Actor = { ...system, account }

  async function person(role: Role, of = account): Promise<Actor> {
    const email = `${role}@shop.example`
    const { id } = await instance.database.prisma.$transaction((tables) =>
      createUser(
        tables,
        { email, name: 'A Person', password: '-', merchant_id: merchant.id, role },
        '-',
        instance.now() * 1000,
      ),
    )
    return { kind: 'user', id, name: email, account: of, permissions: new Set(ROLE_PERMISSIONS[role]) }
  }

  await instance.run(createKey, { name: 'repeated' }, 'the first key', system, true)
  const webhook = await instance.run(
    createWebhook,
    { url: 'http://localhost:9/hooks', events: ['*'], secret: newWebhookSecret() },
    undefined,
    system,
  )
  await instance.run(rotateWebhookSecret, { id: webhook.id, overlap: '24h' }, undefined, system)

  const customer = await instance.run(createCustomer, { name: 'Wallet Holder', contact: '+919876500001' })
  const bank_account = { name: 'Wallet Holder', ifsc: 'HDFC0000001', account_number: '50200012345678' }
  const fundAccount = {
    customer_id: customer.id,
    account_type: 'bank_account' as const,
    bank_account,
  }
  const { id: fund_account_id } = await instance.run(createFundAccount, fundAccount)

  const owner = await person('owner')
  await instance.run(startTotp, {}, undefined, owner, true)

  const table = 'Date,Narration,Withdrawal,Deposit\n16/06/2026,NEFT CR AXISN00000000AAA,,25.00\n'
  const content = JSON.stringify(readBankFile(new TextEncoder().encode(table), 'INR'))
  const draftOf = () =>
    instance.run(uploadBankStatement, { content, file_name: 'june.csv' }, undefined, system)
  const { id: draft } = await draftOf()
  const preview = () => instance.run(fetchStatementDraft, { id: draft }, undefined, system)
  const columns = (await preview()).table?.columns
  if (!columns) throw new Error('The file is no table.')
  const chosen = { id: draft, ...columns, account_number: '50200000000002' }
  await instance.run(chooseStatementColumns, chosen, undefined, system)
  await instance.run(
    importBankStatement,
    { id: draft, plan: (await preview()).plan, add: [] },
    undefined,
    system,
  )
  // It takes the columns, and the account number, of the one before.
  await draftOf()

  const added = { url: bank.url, secret: bank.secrets[0] }
  const { id } = await instance.run(addAcquirer, added, undefined, live, true)
  await instance.run(useAcquirer, { id }, undefined, live, true)
  await instance.run(rotateAcquirerSecret, { id, secret: bank.secrets[0] }, undefined, live, true)
  const admin = await person('admin')
  const wanted = { id, secret: newWebhookSecret(), reason: 'The adapter has moved.' }
  const waiting = await outcomeOf(instance.run(rotateAcquirerSecret, wanted, undefined, admin, true))
  return {
    webhook: webhook.id,
    fundAccount,
    fund_account_id,
    owner,
    acquirer: id,
    approval: waiting.metadata?.approval_id ?? '',
  }
}

/** Every sealed value of the database, by its column and then by the key of its row. */
export async function sealedValues(query: Query): Promise<Map<string, Map<string, Uint8Array>>> {
  const columns = new Map<string, Map<string, Uint8Array>>()
  for (const { table, key, column, bytes } of SEALED_COLUMNS) {
    const { rows } = await query<{ key: string; sealed: Uint8Array }>(
      `SELECT concat_ws(' ', ${key.join(', ')}) AS key, ${bytes} AS sealed FROM ${table} WHERE ${bytes} IS NOT NULL`,
      [],
    )
    columns.set(`${table}.${column}`, new Map(rows.map((row) => [row.key, row.sealed])))
  }
  return columns
}

/** The same as a ring opens them. */
export async function openedValues(
  query: Query,
  ring: KeyRing,
): Promise<Record<string, Record<string, string>>> {
  const values = [...(await sealedValues(query))].map(([column, rows]) => [
    column,
    Object.fromEntries([...rows].map(([key, sealed]) => [key, ring.open(sealed)])),
  ])
  return Object.fromEntries(values)
}
