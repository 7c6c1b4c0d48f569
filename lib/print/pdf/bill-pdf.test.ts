import { inflateSync } from 'node:zlib'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Bill } from '#lib/domain/bills/schema.ts'
import { billPdf } from '#lib/print/pdf/bill-pdf.ts'
import { fullBill, minBill, plainSeller } from '#lib/testing/bill.ts'

let pdfium: PDFiumLibrary
beforeAll(async () => {
  pdfium = await PDFiumLibrary.init()
})
afterAll(() => pdfium.destroy())

const system = {
  id: 'bill_NfLw3gQ81xRt0a',
  entity: 'bill',
  receipt_url: 'https://pay.example/bill/6aAZqsUaExQ8SlZYept9L2mo',
  status: 'issued',
  version: 1,
  created_at: 1_781_505_000,
  updated_at: 1_781_505_000,
} as const
const billOf = (body: object) => ({ ...minBill, ...body, ...system }) as unknown as Bill

async function bytesOf(bill: Bill, seller = plainSeller, logo: string | null = null): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of billPdf(bill, seller, logo)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** The text of each page, as a screen reader gets it. */
async function pagesOf(bytes: Buffer): Promise<string[]> {
  const document = await pdfium.loadDocument(bytes)
  const pages = [...document.pages()].map((page) => page.getText().replace(/\r?\n/g, '\n'))
  document.destroy()
  return pages
}

/** The streams of a file, unpacked. */
function contentsOf(bytes: Buffer): string[] {
  const text = bytes.toString('latin1')
  return [...text.matchAll(/FlateDecode\s*>>\s*stream\r?\n/g)].map((match) => {
    const start = match.index + match[0].length
    return inflateSync(bytes.subarray(start, text.indexOf('\nendstream', start))).toString('latin1')
  })
}

/** Everything in a file, to look for what no reader shows. */
const insidesOf = (bytes: Buffer) => [bytes.toString('latin1'), ...contentsOf(bytes)].join('\n')

describe('the text', () => {
  it('says everything that the bill says: rupee sign, amounts, words', async () => {
    const page = (await pagesOf(await bytesOf(billOf(fullBill)))).join('\n').replace(/\s+/g, ' ')
    for (const said of [
      'Tax invoice',
      'No. BLR/26-27/000417',
      '15 Jun 2026, 12:00 IST',
      'Test Stores',
      'GSTIN 29AAGCB7383J1Z4 (Karnataka)',
      'Raman Textiles',
      '+91 98765 43210',
      'PAN AAGCB7383J',
      'Carnatic evening',
      'G14, G15',
      'Item HSN/SAC Qty Price, ₹ Amount, ₹',
      'Wooden box',
      '442191 2 set 700.00 1,400.00',
      'CGST 2.5% 172.50',
      'Sub-total 8,650.00',
      'Festive offer 5% (WB-1) −432.50',
      'Round-off −0.12',
      'Net payable ₹8,505.50',
      'Eight Thousand Five Hundred Five Rupees And Fifty Paise Only',
      'EMI',
      '631144772211 · Example Finance',
      'Change ₹95.00',
    ])
      expect(page).toContain(said)
  })

  it('groups lakhs and crores, and says the largest amount in words', async () => {
    const summary = { total_quantity: 1, currency: 'INR', net_payable_amount: 1_234_567_890 }
    const [page = ''] = await pagesOf(await bytesOf(billOf({ receipt_summary: summary })))
    expect(page).toContain('Net credit ₹1,23,45,678.90')
    expect(page.replace(/\s+/g, ' ')).toContain(
      'One Crore Twenty Three Lakh Forty Five Thousand Six Hundred Seventy Eight Rupees And Ninety Paise Only',
    )
  })

  it.each([
    ['Devanagari', 'कांजीवरम रेशम क्षेत्र'],
    ['Tamil', 'காஞ்சி பட்டு கொண்டு'],
    ['Bengali', 'বাংলা ক্ষেত্র'],
    ['Telugu', 'తెలుగు స్త్రీ'],
    ['Kannada', 'ಕನ್ನಡ ಕ್ಷೇತ್ರ'],
    ['Malayalam', 'മലയാളം ക്ഷേത്രം'],
    ['Gujarati', 'ગુજરાતી ક્ષેત્ર'],
    ['Gurmukhi', 'ਪੰਜਾਬੀ ਸ਼੍ਰੀ'],
    ['Latin with marks', 'Şişli Żółć Über naïve'],
    ['Odia', 'ଓଡ଼ିଶା କ୍ଷେତ୍ର'],
    ['Greek and Cyrillic', 'Αθήνα Москва'],
  ])('reads back as it was written: %s', async (_, name) => {
    const line = { name: `A ${name} B`, quantity: 1, total_amount: 100 }
    const [page = ''] = await pagesOf(
      await bytesOf(billOf({ receipt_type: 'order_confirmation', line_items: [line] })),
    )
    expect(page).toContain(`A ${name} B`)
  })

  it('has a question mark for letters that no face has, and says so; they are read as they were written', async () => {
    const [page = ''] = await pagesOf(
      await bytesOf(billOf({ store_code: 'A\u0007\tB', customer: { name: '日本 🙂 \u202Eabc' } })),
    )
    expect(page).toContain('Store A B')
    expect(page).toContain('日本')
    expect(page).toContain('Characters that cannot be printed are shown as "?".')
    const [other] = await pagesOf(await bytesOf(billOf({ customer: { name: 'Asha 🙂' } })))
    expect(other).not.toContain('cannot be printed')
  })
})

describe('the pages', () => {
  const lines = Array.from({ length: 130 }, (_, index) => ({
    name: `Line ${index + 1} of the bill`,
    quantity: index + 1,
    unit_amount: 100,
    total_amount: (index + 1) * 100,
    hsn_code: '6109',
    ...(index % 9 === 0 ? { description: 'with a description that goes on for a while '.repeat(8) } : {}),
  }))

  it('repeat the head of the table, are counted, and lose no line', async () => {
    const pages = await pagesOf(
      await bytesOf(billOf({ receipt_type: 'order_confirmation', line_items: lines })),
    )
    expect(pages.length).toBeGreaterThan(3)
    for (const [index, page] of pages.entries()) {
      expect(page).toContain(`${index + 1} of ${pages.length}`)
      if (/^Line \d+ of the bill/m.test(page)) expect(page.match(/Item HSN\/SAC Qty/g)).toHaveLength(1)
    }
    const all = pages.join('\n')
    for (const line of lines)
      expect(all.split(`${line.name} `).length + all.split(`${line.name}\n`).length).toBe(3)
  })

  it('hold a bill whose every part is as long as it may be', async () => {
    const long = 'x'.repeat(200)
    const many = <T>(count: number, make: (index: number) => T) =>
      Array.from({ length: count }, (_, i) => make(i))
    const bill = billOf({
      receipt_type: 'tax_invoice',
      line_items: [
        {
          name: 'n'.repeat(255),
          quantity: 1,
          total_amount: 1,
          additional_charges: many(50, (i) => ({ description: `${i} ${long}`.slice(0, 200), amount: i })),
          sub_items: many(50, (i) => ({ name: `Part ${i}`, quantity: 1, total_amount: i })),
        },
      ],
      taxes: many(50, (i) => ({ name: `Tax ${i}`, amount: i })),
      receipt_summary: {
        ...minBill.receipt_summary,
        discounts: many(50, (i) => ({ name: `Discount ${i} ${long}`.slice(0, 200), amount: i })),
        additional_charges: many(50, (i) => ({ description: `Charge ${i}`, amount: i })),
      },
      payments: many(50, (i) => ({ method: `m${i}`, currency: 'INR', amount: i })),
      irn: Object.fromEntries(many(40, (i) => [`member_${i}`, 'y'.repeat(500)])),
    })
    const pages = await pagesOf(await bytesOf(bill))
    const all = pages.join('\n')
    for (const said of [
      'Part 49',
      'Tax 49',
      'Charge 49',
      'Discount 49',
      'M49 ₹0.49',
      'Member 39',
      'View this bill online',
    ])
      expect(all).toContain(said)
  })

  it('say that a bill was withdrawn, and that a test bill was only a test', async () => {
    const deleted = { ...billOf({}), status: 'deleted' } as Bill
    const [page = ''] = await pagesOf(await bytesOf(deleted, { ...plainSeller, mode: 'test' }))
    expect(page).toContain('This bill was withdrawn. It is no longer valid.')
    expect(page).toContain('Test bill. No sale took place and nothing is owed.')
  })
})

describe('the file', () => {
  it('is tagged, has a language and a title, and embeds its faces', async () => {
    const insides = insidesOf(await bytesOf(billOf(fullBill)))
    expect(insides).toMatch(/\/Marked true/)
    expect(insides).toContain('/Lang (en-IN)')
    expect(insides).toContain('/DisplayDocTitle true')
    expect(insides).toContain('pdfuaid:part')
    expect(insides).toMatch(/\(Tax invoice BLR\/26-27\/000417\)/)
    for (const tag of ['Document', 'H1', 'P', 'Table', 'THead', 'TBody', 'TR', 'TH', 'TD', 'Figure', 'Link'])
      expect(insides, tag).toMatch(new RegExp(`/S /${tag}\\b`))
    expect(insides).toMatch(/\/O \/Table\s*\/Scope \/Column/)
    expect(insides).toMatch(/\/O \/Table\s*\/Scope \/Row/)
    expect(insides).toMatch(/\/Alt \(QR code of https:\/\/pay\.example/)
    expect(insides).toContain('/URI (https://pay.example/bill/6aAZqsUaExQ8SlZYept9L2mo)')
    const fonts = insides.match(/\/FontFile2 \d+/g) ?? []
    expect(fonts.length).toBeGreaterThanOrEqual(3)
    expect(insides).not.toContain('/BaseFont /Helvetica')
    expect(insides).toContain('+Inter')
  })

  it('marks all that it draws: nothing stands outside of the structure and of what is only for the eye', async () => {
    const pages = contentsOf(await bytesOf(billOf(fullBill))).filter((content) => / TJ$/m.test(content))
    expect(pages).toHaveLength(2)
    for (const page of pages) {
      let depth = 0
      for (const [operator] of page.matchAll(/\b(?:BDC|BMC|EMC|Tj|TJ|re|S|f)$/gm)) {
        if (operator === 'EMC') depth -= 1
        else if (operator.startsWith('B')) depth += 1
        else expect(depth).toBeGreaterThan(0)
      }
      expect(depth).toBe(0)
    }
  })

  it('shows the logo and the support contact of its seller', async () => {
    const png = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#c80000' } })
      .png()
      .toBuffer()
    const support = { email: 'care@shop.example', phone: null, url: null }
    const seller = { ...plainSeller, support, logo: { hash: 'a'.repeat(64), width: 200, height: 80 } }
    const bytes = await bytesOf(billOf({}), seller, png.toString('base64'))
    expect((await pagesOf(bytes))[0]).toContain('Help: care@shop.example')
    const document = await pdfium.loadDocument(bytes)
    const { data, width } = await document.getPage(0).render({ scale: 1, render: async ({ data }) => data })
    // A point within the logo, at the upper left.
    const at = (60 * width + 60) * 4
    expect([data[at], data[at + 1], data[at + 2]]).toEqual([200, 0, 0])
    document.destroy()
  })
})
