import { anyRoute } from '#lib/surfaces/api-routes.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = anyRoute
