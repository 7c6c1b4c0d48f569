import { z } from 'zod'
import { UPLOAD_BYTES } from '#lib/body-limits.ts'
import { isAppError, isStoredError, refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { parseInput } from '#lib/pipeline/input.ts'
import {
  type Actor,
  assertPermitted,
  type Operation,
  type Result,
  type Runtime,
} from '#lib/pipeline/operation.ts'
import { documentKey } from '#lib/storage/port.ts'
import { type Received, receive } from '#lib/storage/receive.ts'
import { type MultipartParts, readMultipart } from '#lib/surfaces/multipart.ts'
import { fileName } from '#lib/values/file-name.ts'
import { newId } from '#lib/values/id.ts'

type Requested = {
  request: Request
  requestId: string
  ip?: string | null | undefined
  idempotencyKey?: string | undefined
  /** Fields that are not of the operation, but of the form around it; they are filled in here as they arrive. */
  besides?: Record<string, string | undefined>
  /** The key of a form that has it in one of those fields. */
  keyIn?: () => string | undefined
}

/**
 * Runs an operation that takes a file, from a request whose body is multipart/form-data. The file is stored while it
 * arrives and the operation gets its metadata; if it fails, nothing stays in the storage. The permission is checked
 * before the body.
 * @param tell gets the request, without the bytes, as soon as it is known: for the log
 */
export async function executeUpload<I extends z.ZodType, O extends z.ZodType>(
  system: Runtime,
  operation: Operation<I, O>,
  actor: Actor,
  request: Requested,
  tell: (request: string) => void = () => undefined,
): Promise<Result<z.output<O>>> {
  assertPermitted(operation, actor)
  const id = newId('document', system.clock())
  const key = documentKey(actor.account.id, id)
  const form = createForm(operation.input, request.besides ?? {})
  let file: (Received & { name: string }) | undefined
  try {
    const parts: MultipartParts = {
      field: form.take,
      async file(name, bytes, sent) {
        form.takeFile(name)
        const received = await receive(system, key, bytes)
        file = { name: fileName(sent, `document${EXTENSIONS[received.mime_type]}`), ...received }
      },
    }
    await readMultipart(request.request, parts, UPLOAD_BYTES)
    if (!file) throw form.missingFile()
    const sameness = { ...form.fields(), file }
    tell(JSON.stringify(sameness))
    const raw = { ...sameness, file: { id, ...file } }
    const { requestId, ip, idempotencyKey = request.keyIn?.() } = request
    const meta = { requestId, ip, idempotencyKey, sameness }
    const result = await execute(system, operation, actor, raw, meta)
    // The first request has kept its file already.
    if (result.replayed) await system.storage.delete(key)
    return result
  } catch (thrown) {
    // After a fault it is unknown whether the transaction was committed: the cleanup removes files without a row.
    if (isRejected(thrown)) await system.storage.delete(key)
    throw thrown
  }
}

const EXTENSIONS = { 'application/pdf': '.pdf', 'image/png': '.png', 'image/jpeg': '.jpg' }

/** The parts of the form, validated as they come: an invalid one is rejected before the file is read. */
function createForm(input: z.ZodType, besides: Record<string, string | undefined>) {
  const shape = input instanceof z.ZodObject ? (input.shape as Record<string, z.ZodType>) : {}
  const texts = new Map<string, string>()
  let files = 0
  let namesFile = false
  return {
    take(name: string, value: string): void {
      if (texts.has(name) || (name === 'file' && namesFile)) {
        throw refused('input_validation_failed', `${name} is sent twice. Send it once.`, { field: name })
      }
      // A client library sends the path of the file beside it, under the same name.
      if (name === 'file') {
        namesFile = true
        return
      }
      if (Object.hasOwn(besides, name)) {
        besides[name] = value
        return
      }
      const known = Object.hasOwn(shape, name) ? { [name]: shape[name] as z.ZodType } : {}
      parseInput(z.strictObject(known), { [name]: value })
      texts.set(name, value)
    },
    takeFile(name: string): void {
      if (name !== 'file') parseInput(z.strictObject({}), { [name]: '' })
      files += 1
      if (files > 1) {
        throw refused('input_validation_failed', 'Send one file per request.', { field: 'file' })
      }
    },
    fields: () => Object.fromEntries(texts),
    /** Why there is no file: one was sent as text, or none at all. */
    missingFile: () =>
      refused('input_validation_failed', namesFile ? 'file must be a file, not text.' : 'file is required.', {
        field: 'file',
      }),
  }
}

function isRejected(thrown: unknown): boolean {
  if (isStoredError(thrown)) return true
  return isAppError(thrown) && thrown.status < 500
}
