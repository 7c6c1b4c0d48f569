import type { Columns } from '#lib/database/query.ts'
import { ResetTestData, TestDataReset } from '#lib/domain/closures/schema.ts'
import { assertTyped } from '#lib/domain/typed-name.ts'
import type { accounts } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const resetTestData = defineOperation({
  name: 'reset_test_data',
  title: 'Delete all test data',
  summary:
    'Deletes every record of test mode: orders, payments, customers, bills, documents, events and logs. People, settings, API keys, webhooks, connected apps and the audit log stay. Changes in test mode are rejected until it is done.',
  permission: 'account:write',
  confirm: 'always',
  http: null,
  input: ResetTestData,
  output: TestDataReset,
  async run(context, { typed_name }) {
    const { account, now } = context
    if (account.mode !== 'test')
      throw refused('test_mode_only', 'Only the data of test mode can be deleted this way.')
    assertTyped(context, typed_name, account.merchant_name, 'delete the test data')
    const [before] = await context.rows<Columns<accounts, 'erasing_at'>>(
      'SELECT erasing_at FROM accounts WHERE id = $1 FOR UPDATE',
      [account.id],
    )
    context.about(account.id)
    if (before?.erasing_at != null) return { id: account.id, erasing_at: Number(before.erasing_at) }
    await context.rows('UPDATE accounts SET erasing_at = $2 WHERE id = $1', [account.id, now])
    return { id: account.id, erasing_at: now }
  },
})
