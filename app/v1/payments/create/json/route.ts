import { createPayment } from '#lib/domain/payments/create.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(createPayment)
