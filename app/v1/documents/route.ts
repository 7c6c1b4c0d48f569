import { createDocument } from '#lib/domain/documents/create.ts'
import { fetchAllDocuments } from '#lib/domain/documents/fetch-all.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(createDocument, fetchAllDocuments)
