import { createRefund } from '#lib/domain/refunds/create.ts'
import { fetchAllRefunds } from '#lib/domain/refunds/fetch-all.ts'
import { resource } from '#lib/surfaces/rest.ts'

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = resource(fetchAllRefunds, createRefund)
