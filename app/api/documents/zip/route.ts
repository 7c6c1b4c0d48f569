import { fetchDocumentContent } from '#lib/domain/documents/fetch-content.ts'
import { archiveRoute } from '#lib/surfaces/content-for-staff.ts'

export const POST = archiveRoute(fetchDocumentContent)
