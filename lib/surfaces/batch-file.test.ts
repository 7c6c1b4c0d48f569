import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { TableFileError } from '#lib/table-files/table.ts'
import { batchFile, rowsOfFile } from './batch-file.ts'

const read = (file: string | Uint8Array, kind: 'refund' | 'capture' = 'refund', currency = 'INR') =>
  rowsOfFile(typeof file === 'string' ? Buffer.from(file) : file, { kind, currency })
const rows = (file: string | Uint8Array) => read(file).rows
const amounts = (file: string | Uint8Array) =>
  rows(file).map(({ amount, unreadable }) => amount ?? unreadable)
const problem = (file: string, kind?: 'capture') => {
  try {
    return JSON.stringify(read(file, kind))
  } catch (thrown) {
    if (thrown instanceof TableFileError) return thrown.message
    throw thrown
  }
}

it('reads IDs and amounts with and without a line of headings, in any order of columns', () => {
  expect(rows('pay_1,500\npay_2,FULL')).toEqual([
    { number: 1, payment_id: 'pay_1', amount: 50_000 },
    { number: 2, payment_id: 'pay_2' },
  ])
  expect(rows('\uFEFFAmount;Name;Payment ID\r\n\r\n500;Asha;pay_1\r\nfull;Ben;pay_2')).toEqual([
    { number: 3, payment_id: 'pay_1', amount: 50_000 },
    { number: 4, payment_id: 'pay_2' },
  ])
  expect(rows('pay_1,"1,500.50"')).toEqual([{ number: 1, payment_id: 'pay_1', amount: 150_050 }])
})

it('takes everything that is left of each payment of a file without an amount column', () => {
  for (const file of ['payment_id\npay_1\npay_2', 'id\npay_1\n\npay_2', 'payment_id,note\npay_1,a\npay_2,b'])
    expect(
      rows(file).map(({ number: _, ...row }) => row),
      file,
    ).toEqual([{ payment_id: 'pay_1' }, { payment_id: 'pay_2' }])
  expect(rows('pay_1\npay_2')).toHaveLength(2)
  for (const empty of ['pay_1,', 'payment_id,amount\npay_1,', 'payment_id\tAmount\npay_1\t '])
    expect(amounts(empty), empty).toEqual([expect.stringContaining('The amount is empty.')])
})

it('reads rows that are pasted from a spreadsheet with their commas', () => {
  expect(rows('payment_id\tamount\npay_U5Jo1MFM1ZOpyc\t1,500.50\npay_U5Eb71tdLNYN8j\t1,248.00\n')).toEqual([
    { number: 2, payment_id: 'pay_U5Jo1MFM1ZOpyc', amount: 150_050 },
    { number: 3, payment_id: 'pay_U5Eb71tdLNYN8j', amount: 124_800 },
  ])
})

it('knows the usual headings of an amount', () => {
  expect(amounts('Payment ID,Refund Amount\npay_U5IF9vlJc9qiCe,100.00\npay_U5HQLuEZjVMhMZ,50.00')).toEqual([
    10_000, 5_000,
  ])
  for (const head of [
    'Amount (INR)',
    'amount',
    'Amt',
    'REFUND_AMOUNT',
    'Refund amt.',
    'Amount in Rs.',
    'Refund',
  ])
    expect(amounts(`Payment ID,${head}\npay_1,10`), head).toEqual([1_000])
  expect(read('payment_id,Capture amount\npay_1,10', 'capture').rows[0]).toMatchObject({ amount: 1_000 })
})

it('rejects a file whose unused headings may be an amount, and names them', () => {
  for (const head of [
    'Order Amount',
    'amount_minor',
    'Amount (USD)',
    'Amount in paise',
    'Amount refunded',
    'Credit',
    'Total',
  ])
    for (const file of [`payment_id,${head}\npay_1,10`, `payment_id,amount,${head}\npay_1,1,10`])
      expect(problem(file), file).toContain(`"${head}" may be an amount.`)
  // Nor is a column of amounts under an unknown heading taken for none.
  expect(problem('payment_id,Betrag\npay_1,10.50\npay_2,')).toContain('"Betrag" may be an amount.')
  expect(rows('payment_id,Phone,Betrag\npay_1,9876543210,zehn')).toEqual([{ number: 2, payment_id: 'pay_1' }])
  expect(problem('payment_id,Refund amount\npay_1,10', 'capture')).toContain('may be an amount')
  expect(problem('payment_id,amount,Refund Amount\npay_1,1,10')).toContain(
    '"amount" and "Refund Amount" both name the amount.',
  )
  expect(problem('id,payment_id,amount\nrfnd_1,pay_1,10')).toContain(
    '"id" and "payment_id" both name the payment.',
  )
  expect(problem('Customer,amount\nAsha,10')).toMatch(/payment|no rows/)
})

it('rejects a row that is wider or narrower than the headings, with its number', () => {
  expect(rows('payment_id,amount\npay_1,1,500.50\npay_2\npay_3,5,\npay_4,6')).toEqual([
    { number: 2, payment_id: 'pay_1', unreadable: expect.stringContaining('This row has 3 cells, not 2.') },
    { number: 3, payment_id: 'pay_2', unreadable: expect.stringContaining('This row has 1 cells, not 2.') },
    { number: 4, payment_id: 'pay_3', amount: 500 },
    { number: 5, payment_id: 'pay_4', amount: 600 },
  ])
  for (const file of ['pay_1,1,500.50', 'pay_1,500,50\npay_2,10', '500,pay_1'])
    expect(problem(file), file).toContain('no headings that are known')
})

it('rejects an amount that can be read in two ways, or is in another currency', () => {
  for (const typed of ['500,50', '1.500,50', '500 50', '$500', 'USD 5', 'x', '-5', '1.005', '=1+1', '1e3'])
    expect(amounts(`payment_id;amount\npay_1;${typed}`), typed).toEqual([
      expect.stringContaining('is not an amount'),
    ])
})

it('says that an amount is zero, and keeps the reason of a row that is rejected', () => {
  const [zero, wide] = rows('payment_id,amount,reason\npay_1,0,damaged\npay_2,x,late')
  expect(zero).toMatchObject({
    reason: 'damaged',
    unreadable: expect.stringContaining('The amount is zero.'),
  })
  expect(wide).toMatchObject({ reason: 'late', unreadable: expect.stringContaining('is not an amount') })
})

it('takes the reason of each row of refunds, and names the columns that are not used', () => {
  const file = 'Receipt,payment_id,amount,Notes,Refund reason\nR-1,pay_1,500,x,Damaged\nR-2,pay_2,full,,'
  expect(read(file)).toEqual({
    rows: [
      { number: 2, payment_id: 'pay_1', amount: 50_000, reason: 'Damaged' },
      { number: 3, payment_id: 'pay_2' },
    ],
    ignored_columns: ['Receipt', 'Notes'],
  })
  expect(read(file, 'capture').ignored_columns).toEqual(['Receipt', 'Notes', 'Refund reason'])
  expect(rows(`payment_id,reason\npay_1,${'x'.repeat(257)}`)[0]?.unreadable).toContain('longer than 256')
  const wide = read(`id,${'x'.repeat(300)}\npay_1,`).ignored_columns
  expect([wide.length, wide[0]?.length]).toEqual([1, 100])
})

it('reads every encoding that spreadsheets save', () => {
  const text = 'payment_id\tamount\treason\npay_1\t1,500.50\tRückgabe\n'
  const expected = [{ number: 2, payment_id: 'pay_1', amount: 150_050, reason: 'Rückgabe' }]
  for (const encoding of ['utf8', 'latin1', 'utf16le'] as const)
    expect(rows(Buffer.from(encoding === 'utf16le' ? `\uFEFF${text}` : text, encoding)), encoding).toEqual(
      expected,
    )
})

it('rejects an empty file, too many rows, broken quotes and a payment above the headings', () => {
  for (const file of ['', 'payment_id,amount', 'payment_id', '"pay_1', 'pay_1,"5'])
    expect(() => rows(file), file).toThrow(TableFileError)
  expect(rows('pay_1\n\n\n'.repeat(1000))).toHaveLength(1000)
  expect(problem('pay_1\n'.repeat(1001))).toContain('at most 1,000 rows')
  expect(problem(`payment_id,amount\n${'pay_1,5\n'.repeat(1001)}`)).toContain('at most 1,000 rows')
  expect(problem('pay_0,5\npayment_id,amount\npay_1,5')).toContain('Line 1 has a payment')
})

it('hands on the bytes of a file', async () => {
  const file = new File([new Uint8Array([0xff, 0xfe, 0x41, 0])], 'rows.txt')
  expect(await batchFile.read(file)).toEqual({ content: '//5BAA==' })
})

it('reads the first sheet of a workbook by the numbers of its rows', async () => {
  const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const sheet = (body: string) =>
    new File(
      [
        zipSync({
          'xl/workbook.xml': strToU8('<workbook><sheets><sheet name="A"/></sheets></workbook>'),
          'xl/worksheets/sheet1.xml': strToU8(`<worksheet><sheetData>${body}</sheetData></worksheet>`),
        }),
      ],
      'refunds.xlsx',
    )
  const made = await batchFile.read(
    sheet(
      `<row r="2">${text('A2', 'Payment ID')}${text('B2', 'Refund Amount')}${text('C2', 'Reason')}</row>
       <row r="5">${text('A5', 'pay_1')}<c r="B5"><v>1500.5</v></c>${text('C5', 'Say &quot;no&quot;, twice')}</row>
       <row r="6">${text('A6', 'pay_2')}${text('B6', 'full')}</row>`,
    ),
  )
  expect(read(Buffer.from((made as { content: string }).content, 'base64')).rows).toEqual([
    { number: 5, payment_id: 'pay_1', amount: 150_050, reason: 'Say "no", twice' },
    { number: 6, payment_id: 'pay_2' },
  ])
  expect(await batchFile.read(new File([new Uint8Array([0x50, 0x4b, 3, 4, 1])], 'x.xlsx'))).toEqual(
    expect.any(String),
  )
})

it('reads back every amount to the paisa, or rejects it, however the rows are separated', () => {
  const amount = fc.integer({ min: 1, max: 10 ** 12 })
  const written = (minor: number, grouping: string) => {
    const whole = String(Math.floor(minor / 100))
    const grouped =
      grouping === 'lakh'
        ? whole.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',')
        : grouping === 'thousand'
          ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
          : whole
    return `${grouped}.${String(minor % 100).padStart(2, '0')}`
  }
  fc.assert(
    fc.property(
      fc.array(fc.tuple(amount, fc.constantFrom('lakh', 'thousand', 'plain'), fc.constantFrom('.', ',')), {
        minLength: 1,
        maxLength: 20,
      }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (given, delimiter, hasHeads, quoted, amountFirst) => {
        const cells = given.map(([minor, grouping, point]) => {
          const text = written(minor, grouping)
          return point === '.' ? text : text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))
        })
        const lines = cells.map((text, at) => {
          const cell = quoted ? `"${text}"` : text
          const pair = [`pay_${at}`, cell]
          return (hasHeads && amountFirst ? pair.toReversed() : pair).join(delimiter)
        })
        const heads = amountFirst ? ['Amount', 'Payment ID'] : ['Payment ID', 'Amount']
        const file = [...(hasHeads ? [heads.join(delimiter)] : []), ...lines].join('\n')
        let found: (number | undefined)[]
        try {
          found = rows(file).map((row) => (row.unreadable === undefined ? (row.amount ?? -1) : undefined))
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(TableFileError)
          return
        }
        expect(found).toHaveLength(given.length)
        for (const [at, minor] of found.entries()) {
          const [expected, , point] = given[at] ?? []
          // Written with a decimal comma it is rejected; unquoted in a file of commas its row is too wide.
          if (minor !== undefined) expect([minor, point]).toEqual([expected, '.'])
          else expect(point === ',' || (delimiter === ',' && !quoted)).toBe(true)
        }
      },
    ),
    { numRuns: 300 },
  )
})
