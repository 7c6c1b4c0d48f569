import { fetchAccount } from '#lib/domain/merchants/fetch-account.ts'
import { inAccount, resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = inAccount(resource(['GET', fetchAccount]))
