import { createPayout } from '#lib/domain/payouts/create.ts'
import { fetchCustomerPayouts } from '#lib/domain/payouts/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchCustomerPayouts, createPayout)
