import { fetchTransferReversals } from '#lib/domain/transfers/fetch-reversals.ts'
import { reverseTransfer } from '#lib/domain/transfers/reverse.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchTransferReversals, reverseTransfer)
