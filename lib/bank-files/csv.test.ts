import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, minor, problem } from '#lib/testing/bank-texts.ts'
import { type CsvMapping, dateOrder, guessMapping, readLines } from './csv.ts'
import { MAX_STATEMENT_LINES } from './limits.ts'
import { readBankFile } from './read.ts'

const bytesOf = (content: string | Uint8Array) =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content
const tableOf = (content: string | Uint8Array) => {
  const file = readBankFile(bytesOf(content), 'INR')
  if (file.format !== 'table') throw new Error(`It is ${file.format}.`)
  return file.table
}
/** The bookings of a table, and what was left out. */
const read = (content: string | Uint8Array, columns: Partial<CsvMapping> = {}) => {
  const table = tableOf(content)
  return readLines(table, { ...guessMapping(table), ...columns }, 'INR')
}
/** Bookings in a few words. */
const brief = (content: string | Uint8Array, columns: Partial<CsvMapping> = {}) =>
  read(content, columns).lines.map(
    ({ date, side, amount, reversal }) => `${date} ${side} ${amount}${reversal ? ' reversal' : ''}`,
  )

describe('CSV', () => {
  const HDFC = `Bank of Examples,,,,,
Account,50200012345678,,,,

Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.
23/11/26,"NEFT CR, COUNTERFOIL",UTR616612345678,23/11/26,,"97,640.50"
24-Nov-2026,Charges,,24/11/26,500.00,0.00
25/11/26,Total,,,500.00X,
,Total,,,500.00,97640.50
`
  it('finds the table below what stands above it, guesses the columns, and says what is left out', () => {
    const content = HDFC.replace(',500.00X,', ',,')
    const table = tableOf(content)
    expect(table.head_line).toBe(4)
    expect(guessMapping(table)).toEqual({
      date: 0,
      date_order: 'dmy',
      amount: null,
      side: null,
      credit: 5,
      debit: 4,
      reference: 2,
      description: 1,
      balance: null,
    })
    const { lines, left_out } = read(content)
    expect(lines).toMatchObject([
      { line: 5, date: '2026-11-23', side: 'credit', amount: 9_764_050, reference: 'UTR616612345678' },
      { line: 6, date: '2026-11-24', side: 'debit', amount: 50_000, reference: '', description: 'Charges' },
    ])
    expect(left_out).toEqual([
      { line: 1, text: 'Bank of Examples' },
      { line: 2, text: 'Account 50200012345678' },
      { line: 7, text: '25/11/26 Total' },
      { line: 8, text: 'Total 500.00 97640.50' },
    ])
    expect(problem(() => read(HDFC))).toBe('Line 7: "500.00X" is not an amount. Write it as 1,500.50.')
  })

  it.each([
    ['1,00,000.50', '', 'credit', 10_000_050],
    ['-500', '', 'debit', 50_000],
    ['(500.00)', '', 'debit', 50_000],
    ['500.00-', '', 'debit', 50_000],
    ['500.00 Dr', '', 'debit', 50_000],
    ['Dr 500.00', '', 'debit', 50_000],
    ['500.00 CR', '', 'credit', 50_000],
    ['97,640.50(Cr)', '', 'credit', 9_764_050],
    ['500.0 (Dr)', '', 'debit', 50_000],
    ['INR 12.00/-', '', 'credit', 1200],
    ["'000123", '', 'credit', 12_300],
    ['="500.00"', '', 'credit', 50_000],
    ['₹ 500', 'DR', 'debit', 50_000],
    ['500', 'Credit', 'credit', 50_000],
  ])('reads %s %s as a %s', (amount, side, expected, minor) => {
    const content = `Date;Amount;Cr/Dr\n2026-11-23;${amount};${side}\n`
    expect(guessMapping(tableOf(content))).toMatchObject({ amount: 1, side: 2, credit: null, debit: null })
    expect(brief(content)).toEqual([`2026-11-23 ${expected} ${minor}`])
  })

  it.each([
    ['11/23/2026', 'mdy', '2026-11-23'],
    ['23.11.2026', 'dmy', '2026-11-23'],
    ['26-11-23', 'ymd', '2026-11-23'],
    ['23 Nov 2026 10:15', 'dmy', '2026-11-23'],
    ['Nov 23, 2026', 'dmy', '2026-11-23'],
    ['20261123', 'dmy', '2026-11-23'],
    ['="23-11-2026"', 'dmy', '2026-11-23'],
    ['2026-11-23T20:00:00Z', 'ymd', '2026-11-24'],
    ['2026-11-23T12:30:00+05:30', 'ymd', '2026-11-23'],
  ] as const)('reads the date %s as %s', (date, date_order, expected) => {
    expect(brief(`Date;Amount\n${date};5\n`, { date_order })).toEqual([`${expected} credit 500`])
  })

  it('finds the order of day and month in the whole column, or says that it is open', () => {
    expect(dateOrder(['01/02/2026', '13/02/2026'])).toBe('dmy')
    expect(dateOrder(['01/02/2026', '02/13/2026'])).toBe('mdy')
    expect(dateOrder(['01/02/2026', '02/03/2026'])).toBeNull()
    expect(dateOrder(['2026-02-01'])).toBe('ymd')
    expect(brief('Date,Amount\n11/05/2026,1\n11/23/2026,2\n')).toEqual([
      '2026-11-05 credit 100',
      '2026-11-23 credit 200',
    ])
  })

  it('says which line is wrong, and that there are too many', () => {
    expect(problem(() => read('Date,Amount\n31/02/2026,5\n'))).toBe(
      'Line 2: "31/02/2026" is not a date. Write it as 2026-11-23 or 23/11/2026, or choose another column of dates.',
    )
    const long = `Date,Amount\n${'1/1/2026,1\n'.repeat(MAX_STATEMENT_LINES + 100)}`
    expect(problem(() => tableOf(long))).toContain('more than 20,000 lines')
  })

  it('rejects lines that can be read in two ways', () => {
    const heads = 'Date,Narration,Debit,Credit\n'
    expect(problem(() => read(`${heads}20/11/2026,A, B,,5.00\n`))).toMatch(/^Line 2 has more cells/)
    expect(problem(() => read(`${heads}20/11/2026,A,5.00,5.00\n`))).toMatch(
      /^Line 2 has a credit and a debit/,
    )
    expect(problem(() => read(`${heads}20/11/2026,A,,5.00 Dr\n`))).toMatch(
      /^Line 2: the amount is marked as a debit/,
    )
    expect(problem(() => read('Date;Narration;Amount\n20/11/2026;A;500,50\n'))).toContain(
      '"500,50" is not an amount',
    )
    expect(problem(() => read('Date,Amount,Dr/Cr\n20/11/2026,5.00,X\n'))).toContain(
      'neither a credit nor a debit',
    )
  })

  it('takes a minus in all debits for how the bank writes them, and in some for reversals', () => {
    const heads = 'Date,Narration,Debit,Credit\n'
    expect(brief(`${heads}20/11/2026,A,-500.00,\n21/11/2026,B,(12000.00),\n`)).toEqual([
      '2026-11-20 debit 50000',
      '2026-11-21 debit 1200000',
    ])
    expect(brief(`${heads}20/11/2026,A,500.00,\n21/11/2026,B,-500.00,\n`)).toEqual([
      '2026-11-20 debit 50000',
      '2026-11-21 credit 50000 reversal',
    ])
  })

  it('reads files without headings, and bookings above the headings', () => {
    const none =
      '16/11/2026,NEFT ONE,UTR1,,1111.00\n17/11/2026,NEFT TWO,UTR2,,2222.00\n18/11/2026,CHARGES,UTR3,5.00,\n'
    expect(tableOf(none).heads).toEqual(['Column 1', 'Column 2', 'Column 3', 'Column 4', 'Column 5'])
    expect(brief(none, { credit: 4, debit: 3, amount: null })).toEqual([
      '2026-11-16 credit 111100',
      '2026-11-17 credit 222200',
      '2026-11-18 debit 500',
    ])
    expect(brief('16/11/2026,EARLY,7.00\nDate,Narration,Amount\n20/11/2026,A,5.00\n')).toEqual([
      '2026-11-16 credit 700',
      '2026-11-20 credit 500',
    ])
  })

  it('finds the delimiter with which rows are as wide as the headings', () => {
    const tabs =
      'Date\tNarration\tAmount\tBalance\n20/11/2026\tNEFT, settlement, shop\t1,97,640.50 CR\t12,97,640.50\n'
    expect(brief(tabs)).toEqual(['2026-11-20 credit 19764050'])
    expect(brief('Date|Narration|Amount\n20/11/2026|A, B; C|1,500.50\n')).toEqual([
      '2026-11-20 credit 150050',
    ])
  })

  it('takes balances from their column, whether the newest stands first or last', () => {
    const heads = 'Date,Narration,Withdrawal (Dr)/ Deposit(Cr),Balance\n'
    const rows = [
      '20-11-2026,A,"97,640.50(Cr)","1,97,640.50(Cr)"',
      '21-11-2026,B,"500.00(Dr)","1,97,140.50(Cr)"',
    ]
    for (const order of [rows, rows.toReversed()])
      expect(read(`${heads}${order.join('\n')}\n`)).toMatchObject({
        opening: 10_000_000,
        closing: 19_714_050,
      })
  })

  it('reads Unicode text, Windows-1252, HTML tables and workbooks, and says what to do with others', () => {
    const rows = 'Date\tNarration\tAmount\r\n20/11/2026\tMüller, A\t1,500.50 Cr\r\n'
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(rows, 'utf16le')])
    for (const bytes of [utf16, Buffer.from(rows, 'latin1'), Buffer.from(`\uFEFF${rows}`)])
      expect(read(bytes).lines).toMatchObject([{ description: 'Müller, A', amount: 150_050 }])
    const html = `<html><style>td{}</style><table><tr><td colspan=3>My Bank &amp; Co</td></tr>
      <tr><th>Txn Date</th><th>Particulars</th><th>Withdrawals</th><th>Deposits</th></tr>
      <tr><td>20/11/2026</td><td>NEFT<br>CR &lt;A&gt;</td><td>&nbsp;</td><td>1,97,640.50</td></tr></table></html>`
    expect(read(html).lines).toMatchObject([
      { description: 'NEFT CR <A>', side: 'credit', amount: 19_764_050 },
    ])
    expect(problem(() => tableOf(Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1])))).toContain(
      'save it as CSV (UTF-8)',
    )
    expect(problem(() => tableOf(Buffer.from('PK\u0003\u0004none', 'latin1')))).toContain(
      'save it as CSV (UTF-8)',
    )
  })

  it('keeps every amount', () => {
    fc.assert(
      fc.property(minor, (amount) => {
        expect(brief(`Date,Amount\n1/1/2026,${decimal(amount, '.')}\n`)).toEqual([
          `2026-01-01 credit ${amount}`,
        ])
      }),
    )
  })
})
