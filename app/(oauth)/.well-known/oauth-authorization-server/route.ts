import { preflight, serverMetadata } from '#lib/oauth/metadata.ts'

export const GET = serverMetadata
export const OPTIONS = preflight
