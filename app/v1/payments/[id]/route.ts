import { fetchPayment } from '#lib/domain/payments/fetch.ts'
import { updatePayment } from '#lib/domain/payments/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchPayment, updatePayment)
