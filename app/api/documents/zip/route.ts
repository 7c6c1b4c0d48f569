import { zipDocuments } from '#lib/domain/documents/export.ts'
import { archiveRoute } from '#lib/surfaces/content-for-staff.ts'

export const POST = archiveRoute(zipDocuments)
