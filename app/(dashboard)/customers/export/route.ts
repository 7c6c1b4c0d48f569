import { customerList } from '#app/(dashboard)/customers/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/customers/csv-columns.ts'
import { exportCustomers } from '#lib/domain/customers/list.ts'

export const GET = exportRoute(customerList, exportCustomers, columnsOf)
