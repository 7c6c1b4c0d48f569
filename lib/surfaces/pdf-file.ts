import { Readable } from 'node:stream'
import { PRIVATE_PAPER } from '#lib/surfaces/bill.ts'

/** A PDF as the answer that carries it, made while it is sent. The name has only letters that every system takes. */
export function pdfFile(name: string, pdf: NodeJS.ReadableStream): Response {
  return new Response(Readable.toWeb(Readable.from(pdf)) as ReadableStream<Uint8Array>, {
    headers: {
      ...PRIVATE_PAPER,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${name}"`,
    },
  })
}
