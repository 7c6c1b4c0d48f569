import type { Operation } from '#lib/pipeline/operation.ts'
import { getAuditLineDetails } from './get-details.ts'
import { exportAuditLines, listAuditLinesForDashboard } from './list.ts'

export const auditOperations: readonly Operation[] = [
  listAuditLinesForDashboard,
  exportAuditLines,
  getAuditLineDetails,
]
