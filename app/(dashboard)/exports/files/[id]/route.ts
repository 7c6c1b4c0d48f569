import { downloadExport } from '#lib/domain/exports/download.ts'
import { exportFileRoute } from '#lib/surfaces/export-file.ts'

export const GET = exportFileRoute(downloadExport)
