'use client'
import { useRouter } from 'next/navigation'
import { useReducer, useRef } from 'react'
import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'
import { LIMITS } from './document-labels.ts'

export type Upload = {
  key: string
  file: File
  purpose: string
  /** Bytes that the server has been sent. */
  sent: number
} & (
  | { state: 'waiting' | 'sending' }
  | { state: 'done'; id: string }
  | { state: 'failed'; problem: string; repeatable: boolean }
)

type Change =
  | { what: 'add'; uploads: Upload[] }
  | { what: 'set'; upload: Upload }
  | { what: 'progress'; key: string; sent: number }
  | { what: 'remove'; key: string }

function reduce(uploads: Upload[], change: Change): Upload[] {
  switch (change.what) {
    case 'add':
      return [...uploads, ...change.uploads]
    case 'set':
      return uploads.map((upload) => (upload.key === change.upload.key ? change.upload : upload))
    case 'progress':
      return uploads.map((upload) => (upload.key === change.key ? { ...upload, sent: change.sent } : upload))
    case 'remove':
      return uploads.filter((upload) => upload.key !== change.key)
  }
}

/** Files on their way, one after the other. The page is drawn again with each that has arrived. */
export function useUploads(attachTo: string | undefined) {
  const [uploads, dispatch] = useReducer(reduce, [])
  const router = useRouter()
  const stops = useRef(new Map<string, AbortController>())
  const waiting = useRef(new Set<string>())
  const last = useRef(Promise.resolve())

  /** Sends a file once those before it have ended. */
  function queue(upload: Upload): void {
    if (upload.state !== 'waiting') return
    waiting.current.add(upload.key)
    last.current = last.current.then(() => send(upload))
  }

  async function send({ key, file, purpose }: Upload): Promise<void> {
    if (!waiting.current.delete(key)) return
    const stop = new AbortController()
    stops.current.set(key, stop)
    dispatch({ what: 'set', upload: { key, file, purpose, sent: 0, state: 'sending' } })
    const onProgress = (sent: number) => dispatch({ what: 'progress', key, sent: Math.min(sent, file.size) })
    const request = { file, purpose, attachTo, idempotencyKey: key, signal: stop.signal, onProgress }
    const response = await sendFile(request)
    const base = { key, file, purpose, sent: file.size }
    if (response.ok) {
      dispatch({ what: 'set', upload: { ...base, state: 'done', id: response.value.id } })
      router.refresh()
    } else {
      const problem = response.error.description
      // A file that was judged will be judged the same again.
      const repeatable = response.error.field === undefined
      dispatch({ what: 'set', upload: { ...base, state: 'failed', problem, repeatable } })
    }
  }

  return {
    uploads,
    add(files: Iterable<File>, purpose: string) {
      const added = [...files].map((file) => begin(file, purpose))
      dispatch({ what: 'add', uploads: added })
      added.forEach(queue)
    },
    repeat({ file, purpose, key }: Upload) {
      const upload: Upload = { key, file, purpose, sent: 0, state: 'waiting' }
      dispatch({ what: 'set', upload })
      queue(upload)
    },
    stop: ({ key }: Upload) => stops.current.get(key)?.abort(),
    remove({ key }: Upload) {
      waiting.current.delete(key)
      dispatch({ what: 'remove', key })
    },
  }
}

/** Files that the server would certainly reject are not sent. */
function begin(file: File, purpose: string): Upload {
  const base = { key: crypto.randomUUID(), file, purpose, sent: 0 }
  if (file.size > DOCUMENT_BYTES)
    return { ...base, state: 'failed', problem: `The file is too large. ${LIMITS}`, repeatable: false }
  if (file.size === 0) return { ...base, state: 'failed', problem: 'The file is empty.', repeatable: false }
  return { ...base, state: 'waiting' }
}

/** Why an upload was rejected; the shape of every form response. */
/** Why an upload was rejected; the shape of every form response. */
type UploadError = { description: string; field?: string; request_id?: string }
type Sent = { ok: true; value: { id: string } } | { ok: false; error: UploadError }

type Sending = {
  file: File
  purpose: string
  /** The same for every attempt at the same file, so that one that seemed to fail is not kept twice. */
  idempotencyKey: string
  attachTo?: string | undefined
  signal: AbortSignal
  onProgress: (sent: number) => void
}

/** Uploads one file. XMLHttpRequest, since fetch does not say how much of a body has been sent. */
function sendFile({ file, purpose, attachTo, idempotencyKey, signal, onProgress }: Sending): Promise<Sent> {
  const form = new FormData()
  // Fields that can be rejected go first: the server then need not read the file.
  form.append('purpose', purpose)
  if (attachTo !== undefined) form.append('attach_to', attachTo)
  form.append('file', file, file.name)
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    const failed = (description: string) => resolve({ ok: false, error: { description } })
    request.upload.onprogress = (event) => onProgress(event.loaded)
    request.onload = () => resolve(readResponse(request))
    request.onerror = () => failed('Connection lost. The file was not uploaded. Try again.')
    request.onabort = () => failed('Upload cancelled.')
    request.open('POST', '/api/documents')
    request.setRequestHeader('accept', 'application/json')
    request.setRequestHeader('idempotency-key', idempotencyKey)
    signal.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

function readResponse(request: XMLHttpRequest): Sent {
  try {
    return JSON.parse(request.responseText) as Sent
  } catch {
    return {
      ok: false,
      error: { description: `The server returned ${request.status}. Try again.` },
    }
  }
}
