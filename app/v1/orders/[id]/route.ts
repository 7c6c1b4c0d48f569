import { fetchOrder } from '#lib/domain/orders/fetch.ts'
import { updateOrder } from '#lib/domain/orders/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchOrder, updateOrder)
