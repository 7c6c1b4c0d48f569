import { fetchFundAccount } from '#lib/domain/fund-accounts/fetch.ts'
import { updateFundAccount } from '#lib/domain/fund-accounts/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchFundAccount, updateFundAccount)
