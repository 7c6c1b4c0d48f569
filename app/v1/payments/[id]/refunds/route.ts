import { fetchPaymentRefunds } from '#lib/domain/refunds/fetch-all.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchPaymentRefunds)
