import { handleToolEndpoint } from '#lib/surfaces/tools/endpoint.ts'

export const GET = handleToolEndpoint
export const OPTIONS = handleToolEndpoint
