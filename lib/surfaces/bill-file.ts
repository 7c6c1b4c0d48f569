import { Readable } from 'node:stream'
import { PRIVATE_PAPER } from '#lib/surfaces/bill.ts'

/** A bill as the answer that carries its PDF, which is made while it is sent. */
export function billFile(number: string, pdf: NodeJS.ReadableStream): Response {
  const name = `bill-${number}.pdf`
  // Old programs read the first name, which has only letters that every system takes.
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-')
  const encoded = encodeURIComponent(name.replaceAll('/', '-')).replace(/['()*]/g, escape)
  return new Response(Readable.toWeb(Readable.from(pdf)) as ReadableStream<Uint8Array>, {
    headers: {
      ...PRIVATE_PAPER,
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${plain}"; filename*=UTF-8''${encoded}`,
    },
  })
}
