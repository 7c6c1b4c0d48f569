import { readiness } from '#lib/surfaces/readiness.ts'

export const dynamic = 'force-dynamic'

export const GET = readiness
