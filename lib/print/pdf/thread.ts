/** What the thread of print.ts runs: it draws one document after the other. */
import { parentPort } from 'node:worker_threads'
import { billPdf } from './bill-pdf.ts'
import { payoutAdvicePdf } from './payout-advice.ts'
import type { Job, Printed } from './print.ts'
import { statementPdf } from './statement-pdf.ts'

const PRINTERS = { bill: billPdf, statement: statementPdf, payout: payoutAdvicePdf }

parentPort?.on('message', async ({ kind, given }: Job) => {
  try {
    const print = PRINTERS[kind] as (...values: unknown[]) => NodeJS.ReadableStream
    const chunks: Buffer[] = []
    for await (const chunk of print(...given)) chunks.push(chunk as Buffer)
    parentPort?.postMessage({ bytes: new Uint8Array(Buffer.concat(chunks)) } satisfies Printed)
  } catch (thrown) {
    parentPort?.postMessage({ failure: String((thrown as Error)?.stack ?? thrown) } satisfies Printed)
  }
})
