import { createBill } from '#lib/domain/bills/create.ts'
import { fetchAllBills } from '#lib/domain/bills/fetch-all.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchAllBills, createBill)
