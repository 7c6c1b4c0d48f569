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
export function sendFile({
  file,
  purpose,
  attachTo,
  idempotencyKey,
  signal,
  onProgress,
}: Sending): Promise<Sent> {
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
