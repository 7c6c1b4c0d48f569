import { fetchOrderPayments } from '#lib/domain/orders/fetch-payments.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchOrderPayments)
