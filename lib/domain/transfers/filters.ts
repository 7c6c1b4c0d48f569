import { amounts, created, equals, oneOfCondition, textCondition } from '#lib/domain/filters.ts'
import { TransferStatus } from '#lib/domain/transfers/schema.ts'
import { Id } from '#lib/values/id.ts'

export const TRANSFER_FILTERS = {
  status: oneOfCondition('status', TransferStatus),
  ...created,
  ...amounts(),
  recipient: equals('recipient', Id('customer')),
  source: equals('source', textCondition(40)),
}
