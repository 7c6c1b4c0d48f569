import { answerTools } from '#lib/surfaces/tools/server.ts'

export const GET = answerTools
export const POST = answerTools
export const DELETE = answerTools
export const OPTIONS = answerTools
