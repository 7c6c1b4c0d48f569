import { createTransfer } from '#lib/domain/transfers/create.ts'
import { fetchAllTransfers } from '#lib/domain/transfers/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchAllTransfers, createTransfer)
