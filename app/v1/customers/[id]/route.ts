import { fetchCustomer } from '#lib/domain/customers/fetch.ts'
import { updateCustomer } from '#lib/domain/customers/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchCustomer, updateCustomer)
