import { keyList } from '#app/(dashboard)/api-keys/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/api-keys/csv-columns.ts'
import { exportKeys } from '#lib/domain/api-keys/list.ts'

export const GET = exportRoute(keyList, exportKeys, columnsOf)
