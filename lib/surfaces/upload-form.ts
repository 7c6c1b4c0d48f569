import type { z } from 'zod'
import { staffActor } from '#lib/auth/staff.ts'
import { isReason, REASONS } from '#lib/pipeline/error-reasons.ts'
import type { Operation } from '#lib/pipeline/operation.ts'
import { env } from '#lib/process/env.ts'
import { attempt, type FormResult, submit } from '#lib/surfaces/form.ts'
import { executeUpload } from '#lib/surfaces/upload.ts'
import { returnPath } from '#lib/values/return-path.ts'

/** Fields of the form around the file: its key, what to attach the document to, and where to go afterwards. */
type Besides = Record<'idempotency_key' | 'attach_to' | 'back', string | undefined>

type Attach = Operation<z.ZodType<{ object_id: string; document_id: string }>, z.ZodType>

/**
 * The URL that forms of the staff upload to: a script gets JSON, a form without script is redirected to the document,
 * or back with the reason in the URL. The body is parsed as in the API.
 */
export function uploadRoute<I extends z.ZodType, O extends z.ZodType<{ id: string }>>(
  operation: Operation<I, O>,
  attach: Attach,
) {
  return async (request: Request): Promise<Response> => {
    const native = request.headers.get('accept')?.includes('text/html') ?? false
    const actor = await staffActor()
    if (!actor) return native ? seeOther('/login?return_to=/documents', true) : refusedWith(401, SIGNED_OUT)
    if (!isOwnForm(request)) return refusedWith(403, FOREIGN)

    let reported: unknown = {}
    const besides: Besides = { idempotency_key: undefined, attach_to: undefined, back: undefined }
    const keyIn = () => besides.idempotency_key || undefined
    const sentKey = request.headers.get('idempotency-key') ?? undefined
    const form = { source: 'dashboard' as const, input: () => reported, key: sentKey }
    const result = await attempt(operation, actor, form, (system, meta) =>
      executeUpload(system, operation, actor, { request, ...meta, besides, keyIn }, (text) => {
        reported = JSON.parse(text)
      }),
    )
    const outcome = await attached(result)
    return native ? nativeResponse(request, outcome, besides) : jsonResponse(outcome)

    async function attached(uploaded: FormResult<{ id: string }>): Promise<FormResult<{ id: string }>> {
      if (!uploaded.ok || !besides.attach_to || !actor) return uploaded
      const input = { object_id: besides.attach_to, document_id: uploaded.value.id }
      const done = await submit(attach, actor, input, 'dashboard')
      return done.ok ? uploaded : done
    }
  }
}

/** Why the form was rejected, by the reason in the URL, in the sentence of the table of reasons. */
export function uploadError(reason: string | undefined): string | null {
  return reason !== undefined && isReason(reason) ? REASONS[reason].description : null
}

const SIGNED_OUT = 'You are signed out. Sign in in another tab, then try again.'
const FOREIGN = 'Documents can only be uploaded from the Counterfoil dashboard.'

/** Cookies come along from this site alone; the browser says so itself, and old ones name the page. */
export function isOwnForm(request: Request): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site !== null) return site === 'same-origin'
  const origin = request.headers.get('origin')
  return origin === new URL(env().BASE_URL).origin || origin === `http://${request.headers.get('host')}`
}

function jsonResponse(result: FormResult<{ id: string }>): Response {
  // A rejected upload has not been read to its end, so its connection cannot be reused.
  if (!result.ok) {
    const { status, ...refused } = result
    const headers = { connection: 'close', ...PRIVATE, ...(status === 503 ? { 'retry-after': '1' } : {}) }
    return Response.json(refused, { status, headers })
  }
  return Response.json(result, { status: 201, headers: PRIVATE })
}

function nativeResponse(request: Request, result: FormResult<{ id: string }>, besides: Besides): Response {
  const from = new URL(request.headers.get('referer') ?? '/documents', env().BASE_URL)
  const back = returnPath(besides.back ?? from.pathname, '/documents')
  if (!result.ok)
    return seeOther(`${back}${back.includes('?') ? '&' : '?'}refused=${result.error.reason}`, true)
  return seeOther(besides.attach_to ? back : `/documents/${result.value.id}`)
}

const PRIVATE = { 'cache-control': 'no-store' }

function refusedWith(status: number, description: string): Response {
  return jsonResponse({
    ok: false,
    status,
    error: { reason: 'permission_denied', description, request_id: '' },
  })
}

function seeOther(location: string, close = false): Response {
  return new Response(null, {
    status: 303,
    headers: { location, ...PRIVATE, ...(close ? { connection: 'close' } : {}) },
  })
}
