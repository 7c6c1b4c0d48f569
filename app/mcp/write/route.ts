import { handleTools } from '#lib/surfaces/tools/server.ts'

export const GET = handleTools
export const POST = handleTools
export const DELETE = handleTools
export const OPTIONS = handleTools
