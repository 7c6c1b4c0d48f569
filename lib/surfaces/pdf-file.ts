import { logFault } from '#lib/log.ts'
import { asAppError, isAppError } from '#lib/pipeline/errors.ts'
import { PRIVATE_DOCUMENT } from '#lib/surfaces/customer-link.ts'

/**
 * A PDF response.
 * @param name of the file; the first of its two forms replaces characters that old browsers reject
 * @param pdf renders it; its errors become a sentence
 */
export async function pdfFile(
  name: string,
  pdf: () => Promise<Buffer>,
  disposition: 'inline' | 'attachment' = 'inline',
): Promise<Response> {
  let bytes: Buffer
  try {
    bytes = await pdf()
  } catch (thrown) {
    return notDrawn(thrown)
  }
  // Old browsers read the first name, which has only letters that every system takes.
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-')
  const encoded = encodeURIComponent(name.replaceAll('/', '-')).replace(/['()*]/g, escape)
  const full = plain === name ? '' : `; filename*=UTF-8''${encoded}`
  return new Response(new Uint8Array(bytes), {
    headers: {
      ...PRIVATE_DOCUMENT,
      'content-type': 'application/pdf',
      'content-length': String(bytes.length),
      'content-disposition': `${disposition}; filename="${plain}"${full}`,
    },
  })
}

function notDrawn(thrown: unknown): Response {
  // The caller has disconnected, so the response is not read (499 as nginx has it).
  if (thrown instanceof Error && thrown.name === 'AbortError') return new Response(null, { status: 499 })
  if (!isAppError(thrown)) logFault(thrown, {}, 'A document could not be drawn.')
  const { status, message, retryAfter } = asAppError(thrown)
  const headers = { ...PRIVATE_DOCUMENT, 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${message}\n`, {
    status,
    headers: retryAfter === undefined ? headers : { ...headers, 'retry-after': String(retryAfter) },
  })
}
