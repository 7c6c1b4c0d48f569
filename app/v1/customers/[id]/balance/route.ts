import { fetchWalletBalance } from '#lib/domain/wallets/fetch-balance.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchWalletBalance)
