import { equal } from '#lib/domain/conditions.ts'
import { ENTITIES } from '#lib/domain/entities.ts'
import { findEntity } from '#lib/domain/entity.ts'
import { conditionsOfText } from '#lib/domain/filter-text.ts'
import { expandTransfers, listTransfers } from '#lib/domain/transfers/expand.ts'
import { TRANSFER_FILTERS } from '#lib/domain/transfers/filters.ts'
import { existingTransfer, findTransfer } from '#lib/domain/transfers/find.ts'
import {
  FetchAllTransfers,
  FetchExpandedTransfer,
  Transfer,
  Transfers,
} from '#lib/domain/transfers/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchTransfer = defineOperation({
  name: 'fetch_transfer',
  title: 'Fetch a transfer',
  summary: 'Returns one transfer. expand[]=recipient_settlement includes its settlement.',
  permission: 'transfers:read',
  http: 'GET /v1/transfers/:id',
  scope: 'read_only',
  discontinued: true,
  input: FetchExpandedTransfer,
  output: Transfer,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    if (input.expand.length === 0)
      return existingTransfer(await findEntity(context, ENTITIES.transfer, input.id), input.id)
    const [expanded] = await expandTransfers(context, [await findTransfer(context, input.id)])
    return expanded
  },
})

const TEXT = { noun: 'transfer', filters: TRANSFER_FILTERS }

export const fetchAllTransfers = defineOperation({
  name: 'fetch_all_transfers',
  title: 'Fetch all transfers',
  summary: 'Lists transfers, newest first. Filter by time, recipient or status.',
  permission: 'transfers:read',
  http: 'GET /v1/transfers',
  scope: 'read_only',
  discontinued: true,
  input: FetchAllTransfers,
  output: Transfers,
  errors: ['product_discontinued'],
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const where = [
      ...equal('recipient', input.recipient),
      ...equal('status', input.status),
      ...equal('recipient_settlement_id', input.recipient_settlement_id),
      ...(await conditionsOfText(context, TEXT, input.query)),
    ]
    return listTransfers(context, where, input)
  },
})
