import { fetchCard } from '#lib/domain/payments/fetch-card.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchCard)
