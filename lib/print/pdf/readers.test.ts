import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bill } from '#lib/domain/bills/schema.ts'
import { layoutOf } from '#lib/print/bill-layout.ts'
import { fullBill, minBill, plainSeller } from '#lib/testing/bill.ts'
import { LANGUAGES, type Language } from '#lib/values/language.ts'
import { billPdf } from './bill-pdf.ts'

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'bills-'))
let pdfium: PDFiumLibrary

afterAll(() => {
  pdfium.destroy()
  rmSync(folder, { recursive: true })
})

/** Names in every script that has a face, alone and mixed, with digits and brackets. */
const NAMES = [
  'कांजीवरम रेशम क्षेत्र',
  'காஞ்சி பட்டு கொண்டு',
  'বাংলা ক্ষেত্র',
  'తెలుగు స్త్రీ',
  'ಕನ್ನಡ ಕ್ಷೇತ್ರ',
  'മലയാളം ക്ഷേത്രം',
  'ગુજરાતી ક્ષેત્ર',
  'ਪੰਜਾਬੀ ਸ਼੍ਰੀ',
  'ଓଡ଼ିଶା କ୍ଷେତ୍ର',
  'ଚାଉଳ',
  'چاول',
  'لالہ کی کتابیں',
  'Rice چاول B',
  'A ଚାଉଳ 5 kg',
  'Αθήνα Москва',
]
const inScripts = {
  ...minBill,
  customer: { name: 'ସୁନୀତା ଦାସ', contact: '+919876543210' },
  line_items: NAMES.map((name, at) => ({ name, quantity: 1, total_amount: 123_400 + at })),
}

const EXAMPLES = (Object.keys(LANGUAGES) as Language[]).flatMap((language) => [
  { name: `the least in ${language}`, body: minBill, language },
  { name: `every field in ${language}`, body: fullBill, language },
  { name: `every script in ${language}`, body: inScripts, language },
])

const issued = (body: object) =>
  ({
    ...body,
    id: 'bill_NfLw3gQ81xRt0a',
    entity: 'bill',
    status: 'issued',
    version: 1,
    receipt_url: 'https://pay.example/bill/6aAZqsUaExQ8SlZYept9L2mo',
    created_at: 1_781_505_000,
    updated_at: 1_781_505_000,
  }) as unknown as Bill

/** What a reader must find, whole, as it was written. */
function textsOf(body: object, language: Language): string[] {
  const { title, number, date, seller, people, lines, total, words, payments } = layoutOf(
    issued(body),
    plainSeller,
    language,
  )
  return [
    title,
    number,
    date,
    seller.name,
    ...seller.lines,
    total.label,
    total.amount,
    words,
    ...people.flatMap(({ name, lines }) => [name, ...lines]),
    ...lines.flatMap(({ name, total, parts }) => [name, total, ...parts.map((part) => part.name)]),
    ...payments.flatMap(({ method, amount }) => [method, amount]),
  ]
}

/** Without the spaces and line ends of wrapped text, and the marks of direction that readers add. */
const plain = (text: string) =>
  text.normalize('NFC').replace(/[\s\u200b-\u200f\u202a-\u202e\u2066-\u2069]/g, '')

const has = (program: string) => spawnSync(program, ['-v']).error === undefined
const output = async (program: string, ...args: string[]) =>
  (await run(program, args, { maxBuffer: 1 << 24 })).stdout

beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
  for (const { name, body, language } of EXAMPLES) {
    const chunks: Buffer[] = []
    for await (const chunk of billPdf(issued(body), plainSeller, null, language)) chunks.push(chunk as Buffer)
    writeFileSync(fileOf(name), Buffer.concat(chunks))
  }
})

const fileOf = (name: string) => join(folder, `${name}.pdf`)

describe.each(EXAMPLES)('the bill "$name"', ({ name, body, language }) => {
  const file = fileOf(name)
  const texts = textsOf(body, language)

  it('is read by PDFium as it was written', async () => {
    const document = await pdfium.loadDocument(readFileSync(file))
    const found = plain([...document.pages()].map((page) => page.getText()).join(''))
    document.destroy()
    for (const text of texts) expect(found).toContain(plain(text))
  })

  it('is read by Poppler as it was written, with each item on the line of its amount', async ({ skip }) => {
    if (!has('pdftotext')) return skip('pdftotext (poppler-utils) is not on this machine')
    const found = plain(await output('pdftotext', '-raw', file, '-'))
    for (const text of texts) expect(found).toContain(plain(text))
    const rows = (await output('pdftotext', '-layout', file, '-')).split('\n').map(plain)
    for (const { name, total } of layoutOf(issued(body), plainSeller, language).lines) {
      const start = plain(name).slice(0, 12)
      expect(
        rows.filter((row) => row.startsWith(start) && row.endsWith(total)),
        name,
      ).not.toEqual([])
    }
  })

  it('is read by MuPDF: every letter, and in its order what is not shaped', async ({ skip }) => {
    if (!has('mutool')) return skip('mutool (mupdf-tools) is not on this machine')
    const found = plain(await output('mutool', 'draw', '-q', '-F', 'txt', file))
    const letters = new Set(found.normalize('NFD'))
    // It reads glyphs; those of Arabic are parts of letters.
    for (const text of texts.filter((text) => !/\p{Script=Arabic}/u.test(text))) {
      if (/^[\p{Script=Latin}\p{Script=Common}]*$/u.test(text)) expect(found).toContain(plain(text))
      else for (const letter of plain(text).normalize('NFD')) expect(letters).toContain(letter)
    }
  })
})
