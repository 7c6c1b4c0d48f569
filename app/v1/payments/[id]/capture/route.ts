import { capturePayment } from '#lib/domain/payments/capture.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(capturePayment)
