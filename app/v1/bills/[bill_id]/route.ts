import { deleteBill } from '#lib/domain/bills/delete.ts'
import { fetchBill } from '#lib/domain/bills/fetch.ts'
import { updateBill } from '#lib/domain/bills/update.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchBill, updateBill, deleteBill)
