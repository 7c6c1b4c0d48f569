import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { StatementLine } from '#lib/domain/wallets/schema.ts'
import type { Statement } from '#lib/print/statement-layout.ts'
import { secondsOf } from '#lib/values/time.ts'
import { statementPdf } from './statement-pdf.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(() => pdfium.destroy())

const ZONE = 'Asia/Kolkata'
const at = (month: number, day: number) =>
  secondsOf({ year: 2026, month, day, hour: 12, minute: 4, second: 0 }, ZONE)

const line = (more: Partial<StatementLine>): StatementLine => ({
  id: 'ctxn_NfLw3gQ81xRt0a',
  entity: 'customer_transaction',
  source: 'trf_NfLw3gQ81xRt0a',
  status: 'completed',
  type: 'transfer',
  amount: 0,
  currency: 'INR',
  credit: 0,
  debit: 0,
  balance: 0,
  description: null,
  created_at: at(6, 15),
  seq: 1,
  payment_id: null,
  transfer_id: null,
  ...more,
})

const statement = (lines: StatementLine[], more: Partial<Statement> = {}): Statement => ({
  customer: { id: 'cust_NfLw3gQ81xRt0a', name: 'Asha ಕಾವೇರಿ', contact: '+919876543210' },
  merchant: 'Test Stores',
  test: true,
  currency: 'INR',
  period: { name: 'fy', from: at(4, 1) },
  sums: { opening: 0n, credits: 150_000n, debits: 25_000n, closing: 125_000n, entries: 2, reconciles: true },
  lines,
  zone: ZONE,
  now: at(7, 1),
  ...more,
})

async function bytesOf(request: Statement): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of statementPdf(request)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The text of each page; the reader leaves its very last letter out. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(bytes)
  const pages = [...document.pages()].map((page) => page.getText().replace(/\s+/g, ' '))
  document.destroy()
  return pages
}

const two = [
  line({ debit: 25_000, balance: 125_000, source: 'pay_NfLw3gQ81xRt0b', created_at: at(6, 15), seq: 2 }),
  line({ credit: 150_000, balance: 150_000, description: 'Diwali cashback', created_at: at(5, 2) }),
]

it('says whose it is, of when, and proves itself', async () => {
  const [page = ''] = await pagesOf(await bytesOf(statement(two)))
  for (const said of [
    'Wallet statement',
    'Test Stores',
    '+91 98765 43210',
    'cust_NfLw3gQ81xRt0a',
    '1 Apr 2026 to 1 Jul 2026',
    'Asia/Kolkata (IST)',
    'Generated 1 Jul 2026, 12:04:00 IST',
    'Opening balance',
    '₹0.00',
    '+ Credits',
    '₹1,500.00',
    '− Debits',
    '₹250.00',
    '= Closing balance',
    '₹1,250.00',
    'Reconciles: opening + credits − debits = closing balance.',
    'Date Description Source Kind Debit, ₹ Credit, ₹ Balance, ₹',
    'June 2026 250.00 0.00',
    'May 2026 0.00 1,500.00',
    '15 Jun 2026, 12:04 Order payment pay_NfLw3gQ81xRt0b Payment 250.00 1,250.00',
    '2 May 2026, 12:04 Diwali cashback trf_NfLw3gQ81xRt0a Cashback 1,500.00 1,500.0',
    '1 of 1',
  ])
    expect(page).toContain(said)
})

it('says so when the figures do not agree', async () => {
  const sums = { ...statement(two).sums, closing: 125_001n, reconciles: false }
  const [page = ''] = await pagesOf(await bytesOf(statement(two, { sums })))
  expect(page).toContain('Does not reconcile')
  expect(page).not.toContain('Reconciles')
})

it('repeats the head of the table on every page, and counts the pages', async () => {
  const lines = Array.from({ length: 150 }, (_, index) =>
    line({
      seq: 150 - index,
      credit: 100,
      balance: (150 - index) * 100,
      description: `Entry ${150 - index}`,
    }),
  )
  const pages = await pagesOf(await bytesOf(statement(lines)))
  expect(pages.length).toBeGreaterThan(2)
  for (const [index, page] of pages.entries()) {
    expect(page).toContain('Date Description Source')
    expect(page).toContain(`${index + 1} of ${pages.length}`)
  }
  const all = pages.join(' ')
  for (let entry = 1; entry <= 150; entry += 1) expect(all).toContain(`Entry ${entry} `)
})

it('is tagged, has a language and a title, and embeds its faces', async () => {
  const bytes = await bytesOf(statement(two))
  const text = bytes.toString('latin1')
  const streams = [...text.matchAll(/FlateDecode\s*>>\s*stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length
    return inflateSync(bytes.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
  })
  const insides = [text, ...streams].join('\n')
  expect(insides).toMatch(/\/Marked true/)
  expect(insides).toContain('/Lang (en-IN)')
  expect(insides).toContain('pdfuaid:part')
  for (const tag of ['Document', 'H1', 'P', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD'])
    expect(insides, tag).toMatch(new RegExp(`/S /${tag}\\b`))
  expect(insides).not.toContain('/BaseFont /Helvetica')
})

it('says that a period is empty', async () => {
  const [page = ''] = await pagesOf(await bytesOf(statement([])))
  expect(page).toContain('No entries in this period')
})

it('has the code that it can be checked by', async () => {
  const seal = { code: 'K7QM-3XPD-9RTV-2H4N', url: 'https://desk.example/statement/K7QM-3XPD-9RTV-2H4N' }
  const [page = ''] = await pagesOf(await bytesOf(statement(two, { seal })))
  expect(page).toContain('Code K7QM-3XPD-9RTV-2H4N')
  expect(page).toContain('Verify at https://desk.example/statement/K7QM-3XPD-9RTV-2H4N')
})

it('says how many entries are not on it, and where they are', async () => {
  const sums = { ...statement(two).sums, entries: 12_345 }
  const rest = { csv: 'https://desk.example/csv' }
  const [page = ''] = await pagesOf(await bytesOf(statement(two, { sums, rest })))
  expect(page).toContain('This statement shows the newest 2 of 12,345 entries, back to 2 May 2026, 12:04.')
  expect(page).toContain(
    'The 12,343 earlier entries are in the CSV of the same period, https://desk.example/csv',
  )
  expect(page).toContain('May 2026, partial')
  expect(page).not.toContain('June 2026, partial')
})
