import type { Operation } from '#lib/pipeline/operation.ts'
import {
  downloadAccountExport,
  fetchAccountExports,
  finishAccountExport,
  requestAccountExport,
} from './request.ts'

export const accountExportOperations: readonly Operation[] = [
  fetchAccountExports,
  requestAccountExport,
  downloadAccountExport,
  finishAccountExport,
]
