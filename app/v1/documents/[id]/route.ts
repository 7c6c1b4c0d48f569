import { fetchDocument } from '#lib/domain/documents/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchDocument)
