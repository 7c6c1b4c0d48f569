import type { Operation } from '#lib/pipeline/operation.ts'
import { downloadExport, recordExport } from './download.ts'
import { fetchExportReceivers, fetchExportSchedules, getExportSchedule } from './fetch.ts'
import { claimExport, failExport, finishExport } from './finish.ts'
import { queueExport, runExportAgain, sendExportNow } from './queue.ts'
import {
  createExportSchedule,
  deleteExportSchedule,
  leaveExportSchedule,
  pauseExportSchedule,
  resumeExportSchedule,
  updateExportSchedule,
} from './schedule.ts'

export const exportOperations: readonly Operation[] = [
  recordExport,
  downloadExport,
  fetchExportReceivers,
  fetchExportSchedules,
  getExportSchedule,
  createExportSchedule,
  updateExportSchedule,
  pauseExportSchedule,
  resumeExportSchedule,
  deleteExportSchedule,
  leaveExportSchedule,
  sendExportNow,
  runExportAgain,
  queueExport,
  claimExport,
  finishExport,
  failExport,
]
