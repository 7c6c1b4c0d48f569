import { equal } from '#lib/domain/conditions.ts'
import { findPayment } from '#lib/domain/payments/find.ts'
import { FetchPaymentTransfers } from '#lib/domain/payments/schema.ts'
import { listTransfers } from '#lib/domain/transfers/expand.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { assertWalletsAvailable } from '#lib/domain/wallets/rules.ts'
import { Collection } from '#lib/filters/page.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchPaymentTransfers = defineOperation({
  name: 'fetch_payment_transfers',
  title: 'Fetch the transfers of a payment',
  summary: 'Lists the wallet transfers funded by a payment, newest first.',
  permission: 'transfers:read',
  http: 'GET /v1/payments/:id/transfers',
  scope: 'read_only',
  coveredBy: 'fetch_payment',
  discontinued: true,
  input: FetchPaymentTransfers,
  output: Collection(Transfer),
  async run(context, input) {
    assertWalletsAvailable(context.account)
    const payment = await findPayment(context, input.id)
    return listTransfers(context, equal('source', payment.id), input)
  },
})
