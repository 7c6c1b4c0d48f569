import { fetchTransfer } from '#lib/domain/transfers/fetch.ts'
import { updateTransfer } from '#lib/domain/transfers/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchTransfer, updateTransfer)
