import { fetchPaymentRefund } from '#lib/domain/refunds/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchPaymentRefund)
