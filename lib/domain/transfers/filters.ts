import { amounts, created, equals, oneOf, text } from '#lib/domain/filters.ts'
import { TransferStatus } from '#lib/domain/transfers/schema.ts'
import { Id } from '#lib/values/id.ts'

export const TRANSFER_FILTERS = {
  status: oneOf('status', TransferStatus),
  ...created,
  ...amounts(),
  recipient: equals('recipient', Id('customer')),
  source: equals('source', text(40)),
}
