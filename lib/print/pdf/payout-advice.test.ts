import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { ListedPayout } from '#lib/domain/payouts/schema.ts'
import { payoutAdvicePdf } from './payout-advice.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(() => pdfium.destroy())

const PAYOUT: ListedPayout = {
  id: 'pout_NfLw3gQ81xRt0a',
  entity: 'payout',
  customer_id: 'cust_NfLw3gQ81xRt0a',
  fund_account_id: 'fa_NfLw3gQ81xRt0a',
  amount: 12_500_050,
  currency: 'INR',
  notes: [],
  fees: 500,
  tax: 90,
  status: 'processed',
  purpose: 'refund',
  utr: '426181234567',
  reference_id: 'KS-RET-118',
  narration: 'Test Stores',
  batch_id: null,
  failure_reason: null,
  mode: null,
  status_details: { source: null, reason: null, description: null },
  created_at: 1_781_505_000,
  fee_type: null,
  customer_name: 'Raman Textiles',
  bank_name: 'HDFC Bank',
  ifsc: 'HDFC0000001',
  holder: 'Raman Textiles',
  number_last4: '4821',
  created_by: 'user:finance@example.com',
  finished_at: 1_781_591_400,
}
const SENDER = { name: 'Test Stores', test: false, zone: 'Asia/Kolkata' }

async function read(payout: ListedPayout, sender = SENDER) {
  const chunks: Buffer[] = []
  for await (const chunk of payoutAdvicePdf(payout, sender)) chunks.push(chunk as Buffer)
  const bytes = Buffer.concat(chunks)
  const document = await pdfium.loadDocument(bytes)
  const pages = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '))
  document.destroy()
  return { bytes: bytes.toString('latin1'), pages }
}

it('says on one page how much went where, and what to quote', async () => {
  const { pages } = await read(PAYOUT)
  expect(pages).toHaveLength(1)
  for (const said of [
    'Test Stores',
    'Payout advice',
    '₹1,25,000.50',
    'was sent to the account of Raman Textiles at HDFC Bank, ending 4821',
    'UTR 426181234567',
    'IFSC HDFC0000001',
    'Reference KS-RET-118',
    'Narration Test Stores',
    'Created 15 Jun 2026, 12:00 IST',
    'Processed 16 Jun 2026, 12:00 IST',
  ])
    expect(pages[0]).toContain(said)
})

it('says why the money came back, and leaves out what is not there', async () => {
  const failure_reason = "The recipient's bank does not recognize this account number."
  const { pages } = await read({
    ...PAYOUT,
    status: 'reversed',
    utr: null,
    reference_id: null,
    failure_reason,
  })
  expect(pages[0]).toContain('returned to the wallet')
  expect(pages[0]).toContain(failure_reason)
  expect(pages[0]).toContain('Reversed 16 Jun 2026')
  expect(pages[0]).not.toMatch(/UTR|Reference/)
})

it('says that a test sends nothing', async () => {
  expect((await read(PAYOUT, { ...SENDER, test: true })).pages[0]).toContain('No money was sent')
  expect((await read(PAYOUT)).pages[0]).not.toContain('No money was sent')
})

it('is tagged, with a language and a title', async () => {
  const { bytes } = await read(PAYOUT)
  expect(bytes).toContain('/MarkInfo')
  expect(bytes).toContain('/StructTreeRoot')
  expect(bytes).toContain('/Lang (en-IN)')
  expect(bytes).toContain('/DisplayDocTitle true')
})
