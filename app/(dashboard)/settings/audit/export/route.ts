import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { auditList } from '#app/(dashboard)/settings/audit/list.tsx'
import { columnsOf } from '#components/audit/csv-columns.ts'
import { exportAuditLines } from '#lib/domain/audit/list.ts'

export const GET = exportRoute(auditList, exportAuditLines, columnsOf)
