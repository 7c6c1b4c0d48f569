import { fetchReconciliation } from '#lib/domain/settlements/fetch.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchReconciliation)
