import { createWalletPayment } from '#lib/domain/wallets/pay.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(createWalletPayment)
