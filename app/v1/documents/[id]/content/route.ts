import { fetchDocumentContent } from '#lib/domain/documents/fetch-content.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchDocumentContent)
