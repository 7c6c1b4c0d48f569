import { preflight } from '#lib/oauth/metadata.ts'
import { register } from '#lib/oauth/registration.ts'

export const POST = register
export const OPTIONS = preflight
