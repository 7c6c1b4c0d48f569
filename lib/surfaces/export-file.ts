import type { z } from 'zod'
import { isConfirmedBefore } from '#lib/auth/confirm.ts'
import { actorIn, requireStaff } from '#lib/auth/staff.ts'
import type { ExportFile } from '#lib/domain/exports/schema.ts'
import { CONTENT_TYPES } from '#lib/exports/file.ts'
import { isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { isNotStored } from '#lib/ports/storage.ts'
import { runtime } from '#lib/runtime.ts'
import { SANDBOXED, webStream } from '#lib/surfaces/content.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { attachment } from '#lib/values/file-name.ts'
import { newId } from '#lib/values/id.ts'

/** The file of a scheduled export, for a signed-in person: by the link of their email, or from its page. */
export function exportFileRoute(operation: Download) {
  return (request: Request, { params }: { params: Promise<{ id: string }> }) =>
    params.then(({ id }) => replyWithFile(operation, request, id))
}

type Download = Operation<z.ZodType, z.ZodType<ExportFile>>

async function replyWithFile(operation: Download, request: Request, id: string): Promise<Response> {
  const here = await requireStaff()
  const query = new URL(request.url).searchParams
  const account = query.get('account')
  // The link is of one account, whichever the person looks at.
  const actor = account === null || account === here.account.id ? here : await actorIn(account)
  if (!actor) return fileError(request, { status: 404, description: 'You have no access to this account.' })
  const link = ['to', 'expires', 'signature'].map((name) => query.get(name))
  const [to, expires, signature] = link
  const input = link.includes(null) ? { id } : { id, to, expires: Number(expires), signature }
  const requestId = newId('request', Date.now())
  try {
    const confirmed = await isConfirmedBefore({ confirm: 'live' }, actor)
    const { value: file } = await execute(runtime(), operation, actor, input, { requestId, confirmed })
    const bytes = await runtime().storage.get(file.object)
    return new Response(webStream(bytes), {
      headers: {
        ...SANDBOXED,
        'content-type': CONTENT_TYPES[file.format],
        'content-length': String(file.size),
        'content-disposition': attachment(file.name),
        'cache-control': 'no-store',
      },
    })
  } catch (thrown) {
    if (isNotStored(thrown)) return fileError(request, { status: 404, description: 'The file was deleted.' })
    if (!isAppError(thrown)) throw thrown
    const { reason, status, message: description } = thrown
    return fileError(request, { reason, status, description, request_id: requestId })
  }
}
