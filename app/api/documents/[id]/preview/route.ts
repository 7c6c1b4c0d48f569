import { fetchDocumentContent } from '#lib/domain/documents/fetch.ts'
import { previewRoute } from '#lib/surfaces/content-for-staff.ts'

export const GET = previewRoute(fetchDocumentContent)
