import { createCustomer } from '#lib/domain/customers/create.ts'
import { fetchAllCustomers } from '#lib/domain/customers/fetch-all.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchAllCustomers, createCustomer)
