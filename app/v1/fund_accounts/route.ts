import { createFundAccount } from '#lib/domain/fund-accounts/create.ts'
import { fetchAllFundAccounts } from '#lib/domain/fund-accounts/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchAllFundAccounts, createFundAccount)
