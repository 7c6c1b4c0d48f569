import { clientList } from '#app/(dashboard)/connected-apps/clients/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/clients/csv-columns.ts'
import { exportClients } from '#lib/domain/clients/list.ts'

export const GET = exportRoute(clientList, exportClients, columnsOf)
