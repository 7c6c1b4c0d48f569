import { documentList } from '#app/(dashboard)/documents/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/documents/csv-columns.ts'
import { exportDocuments } from '#lib/domain/documents/list.ts'

export const GET = exportRoute(documentList, exportDocuments, columnsOf)
