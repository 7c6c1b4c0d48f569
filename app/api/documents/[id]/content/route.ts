import { fetchDocumentContent } from '#lib/domain/documents/fetch.ts'
import { contentRoute } from '#lib/surfaces/content-for-staff.ts'

export const GET = contentRoute(fetchDocumentContent)
