import { findPayment } from '#lib/domain/payments/find.ts'
import { FetchPaymentTransfers } from '#lib/domain/payments/schema.ts'
import { Transfer } from '#lib/domain/transfers/schema.ts'
import { served } from '#lib/domain/wallets/rules.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Collection, collection } from '#lib/values/page.ts'

export const fetchPaymentTransfers = defineOperation({
  name: 'fetch_payment_transfers',
  title: 'Fetch the transfers of a payment',
  summary: 'Lists the wallet transfers funded by a payment, newest first.',
  permission: 'transfers:read',
  http: 'GET /v1/payments/:id/transfers',
  scope: 'read_only',
  discontinued: true,
  input: FetchPaymentTransfers,
  output: Collection(Transfer),
  async run(context, input) {
    served(context.account)
    const payment = await findPayment(context, input.id)
    const found = await context.tables.transfers.findMany({
      where: { account_id: context.account.id, source: payment.id },
      orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    })
    return collection(found)
  },
})
