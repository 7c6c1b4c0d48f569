import { fetchStatement } from '#lib/domain/wallets/fetch-statement.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchStatement)
