import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCamt } from './camt.ts'
import { type CsvMapping, dateOrder, guessMapping, readLines } from './csv.ts'
import { MAX_STATEMENT_LINES } from './limits.ts'
import { readMt940 } from './mt940.ts'
import { readBankFile } from './read.ts'
import { BankFileError } from './statement.ts'

const MT940 = `{1:F01HDFCINBBAXXX0000000000}{2:O9400000000000HDFCINBBAXXX}{4:
:20:STMT2311
:25:HDFC/50200012345678
:28C:00231/001
:60F:C261120INR1000,00
:61:2611231124CR97640,5NTRFNONREF//UTR616612345678
settlement
:86:NEFT CR-CITI0000001-
COUNTERFOIL PAYMENTS
:61:261123D500,NCHG000123
:61:2611230102RC1,00NMSCREV1//B9
:62F:C261124INR98139,50
:64:C261124INR98139,50
-}`

const camt = (inside: string, head = '<?xml version="1.0"?>') =>
  `${head}<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02"><BkToCstmrStmt><Stmt><Id>S-7</Id>
  <Acct><Id><Othr><Id>50200012345678</Id></Othr></Id><Ccy>INR</Ccy></Acct>${inside}</Stmt></BkToCstmrStmt></Document>`
const entry = (
  amount: string,
  { side = 'CRDT', status = '<Sts>BOOK</Sts>', more = '', currency = 'INR' } = {},
) =>
  `<Ntry><Amt Ccy="${currency}">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}
  <BookgDt><Dt>2026-11-23</Dt></BookgDt>${more}</Ntry>`
const balance = (type: string, amount: string, side = 'CRDT') =>
  `<Bal><Tp><CdOrPrtry><Cd>${type}</Cd></CdOrPrtry></Tp><Amt Ccy="INR">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd></Bal>`
const decimal = (minor: number, point: string) =>
  `${Math.floor(minor / 100)}${point}${String(minor % 100).padStart(2, '0')}`
const minor = fc.integer({ min: 1, max: 999_999_999_999 })
const problem = (run: () => unknown) => {
  try {
    run()
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(BankFileError)
    return (thrown as Error).message
  }
  throw new Error('It was read.')
}

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

describe('MT940', () => {
  it('has account, balances and lines, with what supplements them', () => {
    expect(readMt940(MT940, 'INR')).toEqual([
      {
        account_number: 'HDFC/50200012345678',
        number: '00231/001',
        opening: 100_000,
        closing: 9_813_950,
        lines: [
          {
            date: '2026-11-24',
            side: 'credit',
            amount: 9_764_050,
            reference: 'UTR616612345678',
            description: 'UTR616612345678 settlement NEFT CR-CITI0000001- COUNTERFOIL PAYMENTS',
            line: 6,
            match_text:
              'NONREF//UTR616612345678 NONREF//UTR616612345678settlement NEFT CR-CITI0000001-COUNTERFOIL PAYMENTS',
            reversal: false,
            balance: null,
          },
          {
            date: '2026-11-23',
            side: 'debit',
            amount: 50_000,
            reference: '000123',
            description: '000123',
            line: 10,
            match_text: '000123 000123',
            reversal: false,
            balance: null,
          },
          {
            date: '2027-01-02',
            side: 'debit',
            amount: 100,
            reference: 'REV1',
            description: 'REV1 B9',
            line: 11,
            match_text: 'REV1//B9 REV1//B9',
            reversal: true,
            balance: null,
          },
        ],
      },
    ])
  })

  it.each([
    ['C', 'credit'],
    ['D', 'debit'],
    ['RC', 'debit'],
    ['RD', 'credit'],
    ['CR', 'credit'],
    ['DR', 'debit'],
  ])('reads the mark %s as a %s', (mark, side) => {
    const file = `:20:A\n:25:123456\n:61:261123${mark}1,00NTRFX\n`
    expect(readMt940(file, 'INR')[0]?.lines).toMatchObject([{ side, amount: 100 }])
  })

  it('reads several messages, and balances below zero', () => {
    const one = (number: number) =>
      `:20:A\r\n:25:123456\r\n:28C:${number}\r\n:60F:D261123INR5,\r\n:62F:D261123INR5,00\r\n-\r\n`
    expect(readMt940(one(1) + one(2), 'INR')).toMatchObject([
      { number: '1', opening: -500, closing: -500, lines: [] },
      { number: '2' },
    ])
  })

  it.each([
    [':20:A\n:60F:C261123INR1,00\n', 'no account number'],
    [':20:A\n:25:1234\n:60F:C261123USD1,00\n', 'in USD, and this account in INR'],
    [':20:A\n:25:1234\n:61:261323C1,00NTRFX\n', "Line 3: field 61 can't be read"],
    [':20:A\n:25:1234\n:61:261123X1,00NTRFX\n', "Line 3: field 61 can't be read"],
    [':20:A\n:25:1234\n:61:261123C1,005NTRFX\n', 'Line 3: "1.005" is not an amount'],
    ['', 'no MT940 statement'],
  ])('says what is wrong with %j', (file, said) => {
    expect(problem(() => readMt940(file, 'INR'))).toContain(said)
  })

  const message = (...fields: string[]) =>
    readMt940([':20:A', ':25:123456', ...fields, ':62F:C261123INR1,00', '-'].join('\n'), 'INR')[0]?.lines

  it('ends a message with a dash alone, and a field with a tag that can follow', () => {
    expect(
      message(
        ':61:261123C1,00NTRFNONREF',
        ':86:NEFT CR KAVERI STORES 0012',
        '-S1KTNJO1U43VCD32S8BW3M AT 12',
        ':20:37 AND :25:10',
        ':25:10',
        ':86:MORE',
        ':61:37 IN TEXT',
        ':61:261123D2,00NTRFNONREF',
      ),
    ).toMatchObject([
      {
        line: 3,
        side: 'credit',
        description:
          'NEFT CR KAVERI STORES 0012 -S1KTNJO1U43VCD32S8BW3M AT 12 :20:37 AND :25:10 :25:10 MORE :61:37 IN TEXT',
      },
      { line: 10, side: 'debit' },
    ])
  })

  it('reads a next message after one without a closing balance', () => {
    const file = ':20:A\n:25:123456\n:61:261123C1,00NTRFX\n:86:ONE\n:20:B\n:25:123456\n:61:261123C2,00NTRFX\n'
    expect(readMt940(file, 'INR').map(({ lines }) => lines.map(({ amount }) => amount))).toEqual([
      [100],
      [200],
    ])
  })

  it('joins texts that the bank broke or cut into subfields, to find a reference', () => {
    const [first, second] =
      message(
        ':61:261123C1,00NTRFNONREF//UTIBN5202611',
        '2000001',
        ':86:?00NEFT?20SETTLEMENT S1KTNJO1U43VC?21D32S8BW3M?32PAYER',
        ':61:261123RD1,00NTRFNONREF',
        ':86:RETURNED',
      ) ?? []
    expect(first?.match_text).toContain('UTIBN52026112000001')
    expect(first?.match_text).toContain('S1KTNJO1U43VCD32S8BW3M')
    expect(first).toMatchObject({ reversal: false })
    expect(second).toMatchObject({ side: 'credit', reversal: true })
  })

  it('keeps every amount', () => {
    fc.assert(
      fc.property(minor, (amount) => {
        const file = `:20:A\n:25:123456\n:61:261123C${decimal(amount, ',')}NTRFX\n`
        expect(readMt940(file, 'INR')[0]?.lines[0]?.amount).toBe(amount)
      }),
    )
  })
})

describe('camt.053', () => {
  it('has account, balances and booked entries with all references', () => {
    const refs =
      '<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>UTR616612345678</TxId></Refs><RmtInf><Ustrd>Settlement &amp; more</Ustrd></RmtInf></TxDtls></NtryDtls>'
    const file = camt(
      [
        balance('OPBD', '1000.00'),
        balance('CLBD', '98640.50'),
        entry('97640.50', { more: `<AcctSvcrRef>B1</AcctSvcrRef>${refs}` }),
        entry('5.00', { status: '<Sts>PDNG</Sts>' }),
        entry('5.00', { status: '<Sts><Cd>PDNG</Cd></Sts>' }),
        entry('0.10', { side: 'DBIT', status: '<Sts><Cd>BOOK</Cd></Sts>' }),
      ].join(''),
    )
    expect(readCamt(file, 'INR')).toEqual([
      {
        account_number: '50200012345678',
        number: 'S-7',
        opening: 100_000,
        closing: 9_864_050,
        lines: [
          {
            date: '2026-11-23',
            side: 'credit',
            amount: 9_764_050,
            reference: 'B1',
            description: 'B1 UTR616612345678 Settlement & more',
            line: 1,
            match_text: 'B1 UTR616612345678 Settlement & more',
            reversal: false,
            balance: null,
          },
          {
            date: '2026-11-23',
            side: 'debit',
            amount: 10,
            reference: '',
            description: '',
            line: 2,
            match_text: '',
            reversal: false,
            balance: null,
          },
        ],
      },
    ])
  })

  it('reads structured references, character numbers, reversals and leading zeros', () => {
    const details = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`
    const file = camt(
      [
        entry('0002830.36', {
          more: details(
            '<RmtInf><Strd><CdtrRefInf><Ref>H9ULZFVYOUIC3KA7HGG5G1</Ref></CdtrRefInf><AddtlRmtInf>Rent &#x20B9;5</AddtlRmtInf></Strd></RmtInf>',
          ),
        }),
        entry('1.00', { more: details('<Refs><Prtry><Tp>X</Tp><Ref>UTR616612345678</Ref></Prtry></Refs>') }),
        entry('1.00', {
          more: `<RvslInd>true</RvslInd>${details('<RmtInf><Ustrd>S1KTNJO1U43VC</Ustrd><Ustrd>D32S8BW3M</Ustrd></RmtInf>')}`,
        }),
      ].join(''),
    )
    expect(readCamt(file, 'INR')[0]?.lines).toMatchObject([
      { amount: 283_036, reference: 'H9ULZFVYOUIC3KA7HGG5G1', description: 'H9ULZFVYOUIC3KA7HGG5G1 Rent ₹5' },
      { reference: 'UTR616612345678' },
      { reversal: true, match_text: 'S1KTNJO1U43VCD32S8BW3M' },
    ])
  })

  it('reads the document within an envelope, in the encoding that it declares', () => {
    const inside = entry('1.00', { more: '<AddtlNtryInf>Müller Straße</AddtlNtryInf>' })
    const text = camt(inside, '').replace('<Document', '<Envelope><AppHdr/><Document').concat('</Envelope>')
    const latin = Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${text}`, 'latin1')
    const file = readBankFile(latin, 'INR')
    expect(file).toMatchObject({ statements: [{ lines: [{ description: 'Müller Straße' }] }] })
    const wrong = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${text}`, 'latin1')
    expect(problem(() => readBankFile(wrong, 'INR'))).toContain('the encoding that it declares, UTF-8')
  })

  it('bounds elements and attributes', () => {
    const many = camt(`<a ${Array.from({ length: 100_001 }, (_, at) => `b${at}=""`).join(' ')}/>`)
    expect(problem(() => readCamt(many, 'INR'))).toContain('more elements')
  })

  it.each([
    [camt(entry('1.00'), '<!DOCTYPE x [<!ENTITY a "b">]>'), 'DOCTYPE'],
    [camt(`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`), 'no complete XML'],
    [camt('<a>').replace('</Stmt>', ''), 'no complete XML'],
    [camt(entry('1.00', { currency: 'EUR' })), 'in EUR, and this account in INR'],
    [camt(entry('1.005')), '"1.005" is not an amount'],
    [camt(entry('-1.00')), 'is not an amount'],
    [camt(entry('1.00', { side: 'X' })), 'neither a credit nor a debit'],
    ['<a/>', 'no camt.053 statement'],
  ])('rejects %s', (file, said) => {
    expect(problem(() => readCamt(file, 'INR'))).toContain(said)
  })

  it('keeps every amount, whatever zeros it ends with', () => {
    fc.assert(
      fc.property(minor, fc.integer({ min: 0, max: 3 }), (amount, zeros) => {
        const file = camt(entry(decimal(amount, '.') + '0'.repeat(zeros)))
        expect(readCamt(file, 'INR')[0]?.lines[0]?.amount).toBe(amount)
      }),
    )
  })
})

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

describe('any file', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        ':20:',
        ':25:1',
        ':61:',
        ':61:261123C1,00NTRF',
        ':86:',
        ':60F:C261123INR1,',
        '\n',
        '\r\n',
        ',',
        '"',
        ';',
        '<',
        '>',
        '<Document>',
        '</Document>',
        '<Stmt>',
        '<BkToCstmrStmt>',
        '&a;',
        '<![CDATA[',
        '<!--',
        '<Ntry>',
        '-}',
      ),
    ),
  )
  it('is read, or rejected with the one error', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom('', '<', ':20:A\n:25:1\n'), (parts, begin) => {
        const content = begin + parts.join('')
        try {
          const file = readBankFile(bytesOf(content), 'INR')
          if (file.format === 'table') readLines(file.table, guessMapping(file.table), 'INR')
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(BankFileError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
