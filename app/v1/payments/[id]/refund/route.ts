import { refundPayment } from '#lib/domain/refunds/create.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(refundPayment)
