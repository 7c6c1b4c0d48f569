import { fetchRefund } from '#lib/domain/refunds/fetch.ts'
import { updateRefund } from '#lib/domain/refunds/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchRefund, updateRefund)
