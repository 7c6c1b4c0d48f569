import { answerToolEndpoint } from '#lib/surfaces/tools/endpoint.ts'

export const GET = answerToolEndpoint
export const OPTIONS = answerToolEndpoint
