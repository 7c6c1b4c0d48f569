import { equal } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { listEntities } from '#lib/domain/page.ts'
import { findTransfer } from '#lib/domain/transfers/find.ts'
import { FetchTransferReversals, Reversal } from '#lib/domain/transfers/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchTransferReversals = defineOperation({
  name: 'fetch_transfer_reversals',
  title: 'Fetch the reversals of a transfer',
  summary: 'Lists the reversals of one transfer, newest first.',
  permission: 'transfers:read',
  http: 'GET /v1/transfers/:id/reversals',
  scope: 'read_only',
  discontinued: true,
  input: FetchTransferReversals,
  output: Collection(Reversal),
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const transfer = await findTransfer(context, input.id)
    return listEntities(context, ENTITIES.reversal, equal('transfer_id', transfer.id), input)
  },
})
