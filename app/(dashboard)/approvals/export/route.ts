import { approvalList } from '#app/(dashboard)/approvals/list.tsx'
import { exportRoute } from '#app/(dashboard)/list-page.tsx'
import { columnsOf } from '#components/approvals/csv-columns.ts'
import { exportApprovals } from '#lib/domain/approvals/list.ts'

export const GET = exportRoute(approvalList, exportApprovals, columnsOf)
