import { fetchPaymentTransfers } from '#lib/domain/payments/fetch-transfers.ts'
import { transferPayment } from '#lib/domain/transfers/create.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchPaymentTransfers, transferPayment)
