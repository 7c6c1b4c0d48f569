import { Readable } from 'node:stream'
import { PRIVATE_PAPER } from '#lib/surfaces/bill.ts'

/** The advice of a payout as the answer that carries its PDF, which is made while it is sent. */
export function payoutFile(id: string, pdf: NodeJS.ReadableStream): Response {
  return new Response(Readable.toWeb(Readable.from(pdf)) as ReadableStream<Uint8Array>, {
    headers: {
      ...PRIVATE_PAPER,
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="payout-advice-${id}.pdf"`,
    },
  })
}
