import { preflight } from '#lib/oauth/metadata.ts'
import { manageRegistration } from '#lib/oauth/registration.ts'

type Context = { params: Promise<{ client_id: string }> }
const manage = async (request: Request, { params }: Context) =>
  manageRegistration(request, (await params).client_id)

export const GET = manage
export const PUT = manage
export const DELETE = manage
export const OPTIONS = preflight
