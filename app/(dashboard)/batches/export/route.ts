import { batchList } from '#app/(dashboard)/batches/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/batches/csv-columns.ts'
import { exportBatches } from '#lib/domain/batches/fetch.ts'

export const GET = exportRoute(batchList, exportBatches, columnsOf)
