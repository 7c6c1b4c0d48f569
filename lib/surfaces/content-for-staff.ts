import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import type { z } from 'zod'
import { isConfirmedBefore } from '#lib/auth/confirm.ts'
import { staffActor } from '#lib/auth/staff.ts'
import type { DocumentContent, MimeType } from '#lib/domain/documents/schema.ts'
import { asAppError, isAppError } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { logFault } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'
import { findPreview } from '#lib/storage/preview/find.ts'
import { isSize } from '#lib/storage/preview/sizes.ts'
import { replyWithContent, SANDBOXED, webStream } from '#lib/surfaces/content.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { isOwnForm } from '#lib/surfaces/upload-form.ts'
import { attachment, distinctNames } from '#lib/values/file-name.ts'
import { newId } from '#lib/values/id.ts'

const WORDS: Record<MimeType, string> = { 'application/pdf': 'PDF', 'image/png': 'PNG', 'image/jpeg': 'JPEG' }

/** A sheet with the type on it, where no picture of a document can be drawn. */
function noPreview(type: MimeType): Response {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 120 120" width="160" height="160">
<rect width="120" height="120" fill="#f3f1ea"/>
<path d="M36 22h34l16 16v60H36z" fill="#fff" stroke="#8f897a" stroke-width="2"/>
<path d="M70 22v16h16" fill="none" stroke="#8f897a" stroke-width="2"/>
<text x="61" y="76" font-family="sans-serif" font-size="17" font-weight="600" fill="#55524a" text-anchor="middle">${WORDS[type]}</text>
</svg>`
  return new Response(svg, {
    headers: { ...SANDBOXED, 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=300' },
  })
}

type Content = Operation<z.ZodType<{ id: string }>, z.ZodType<DocumentContent>>
type Contents = Operation<z.ZodType<{ ids: string[] }>, z.ZodType<{ items: DocumentContent[] }>>
type ContentParams = { params: Promise<{ id: string }> }

/** The bytes of a document for a signed-in person, sandboxed as those of the API. */
export function contentRoute(operation: Content) {
  return (request: Request, { params }: ContentParams) =>
    forStaff(request, async (actor) => {
      const { id } = await params
      const headers: Record<string, string> = {}
      const content = await contentOf(operation, actor, id)
      try {
        const reply = await replyWithContent(runtime().storage, request, content, headers)
        return new Response(reply.body, reply)
      } catch (thrown) {
        if (!isAppError(thrown)) throw thrown
        return new Response(`${thrown.message}\n`, { status: thrown.status, headers })
      }
    })
}

type StoredFile = Operation<
  z.ZodType<{ id: string }>,
  z.ZodType<{ name: string; bytes: number; storage_key: string }>
>

/** A file of the storage that an operation gives to the signed-in person, after they confirmed that it is them. */
export function storedFileRoute(operation: StoredFile) {
  return (request: Request, { params }: ContentParams) =>
    forStaff(request, async (actor) => {
      const confirmed = await isConfirmedBefore(operation, actor)
      const meta = { requestId: newId('request', Date.now()), confirmed }
      const { value } = await execute(runtime(), operation, actor, { id: (await params).id }, meta)
      return new Response(webStream(await runtime().storage.get(value.storage_key)), {
        headers: {
          ...SANDBOXED,
          'content-type': 'application/zip',
          'content-length': String(value.bytes),
          'content-disposition': attachment(value.name),
          'cache-control': 'no-store',
        },
      })
    })
}

/** A picture of a document, drawn by us: never its bytes. `?size=small` for lists, `large` for its page. */
export function previewRoute(operation: Content) {
  return (request: Request, { params }: ContentParams) =>
    forStaff(request, async (actor) => {
      const size = new URL(request.url).searchParams.get('size')
      if (!isSize(size)) return new Response('The preview size must be small or large.', { status: 400 })
      const content = await contentOf(operation, actor, (await params).id)
      const picture = await findPreview(runtime().storage, content, size)
      if (!picture) return noPreview(content.mime_type)
      return new Response(webStream(picture), {
        headers: {
          ...SANDBOXED,
          'content-type': 'image/webp',
          // The bytes of a document never change, so neither does its picture.
          'cache-control': 'private, max-age=86400, immutable',
        },
      })
    })
}

/** Several documents as one archive that is written while it is sent. The form names them in `ids`. */
export function archiveRoute(operation: Contents) {
  return (request: Request) =>
    forStaff(request, async (actor) => {
      if (!isOwnForm(request))
        return plainText('ZIP files can only be downloaded from the Counterfoil dashboard.', 403)
      const input = { ids: (await request.formData()).getAll('ids').map(String) }
      const confirmed = await isConfirmedBefore(operation, actor)
      const meta = { requestId: newId('request', Date.now()), confirmed }
      const { items: contents } = (await execute(runtime(), operation, actor, input, meta)).value
      const names = distinctNames(contents.map(({ name }) => name))
      const entries = contents.map((content, at) => ({
        name: names[at] as string,
        size: content.size,
        lastModified: new Date(content.created_at * 1000),
        content,
      }))
      return new Response(makeZip(opened(entries)), {
        headers: {
          ...SANDBOXED,
          'content-type': 'application/zip',
          'content-length': String(predictLength(entries.map(({ content: _, ...meta }) => meta))),
          'content-disposition': `attachment; filename="documents-${contents.length}.zip"`,
          'cache-control': 'no-store',
        },
      })
    })
}

type Entry = { name: string; size: number; lastModified: Date; content: DocumentContent }

/** Each file is opened when its turn has come. */
async function* opened(entries: Entry[]) {
  for (const { content, ...meta } of entries) {
    const bytes: Readable = await runtime().storage.get(content.storage_key)
    yield { ...meta, input: Readable.toWeb(bytes) as ReadableStream<Uint8Array> }
  }
}

async function contentOf(operation: Content, actor: Actor, id: string): Promise<DocumentContent> {
  const requestId = newId('request', Date.now())
  return (await execute(runtime(), operation, actor, { id }, { requestId })).value
}

async function forStaff(request: Request, work: (actor: Actor) => Promise<Response>): Promise<Response> {
  const actor = await staffActor()
  if (!actor) return plainText('You are signed out. Sign in and try again.', 401)
  try {
    return await work(actor)
  } catch (thrown) {
    if (!isAppError(thrown)) logFault(thrown, {}, 'The document could not be sent.')
    const { message, reason, status, retryAfter } = asAppError(thrown)
    if (status < 500) return fileError(request, { reason, status, description: message })
    return plainText(message, status, retryAfter)
  }
}

function plainText(text: string, status: number, retryAfter?: number): Response {
  return new Response(`${text}\n`, {
    status,
    headers: {
      ...SANDBOXED,
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'no-store',
      ...(retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }),
    },
  })
}
