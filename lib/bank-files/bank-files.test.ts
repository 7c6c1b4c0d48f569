import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readCamt } from './camt.ts'
import { guessMapping, readLines, readTable } from './csv.ts'
import { readMt940 } from './mt940.ts'
import { readStatements } from './read.ts'
import { BankFileError, MAX_STATEMENT_LINES } from './statement.ts'

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
            description: 'NONREF UTR616612345678 settlement NEFT CR-CITI0000001- COUNTERFOIL PAYMENTS',
          },
          { date: '2026-11-23', side: 'debit', amount: 50_000, reference: '000123', description: '000123' },
          { date: '2027-01-02', side: 'debit', amount: 100, reference: 'REV1', description: 'REV1 B9' },
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
    [':20:A\n:25:1234\n:60F:C261123USD1,00\n', 'in USD, not INR'],
    [':20:A\n:25:1234\n:61:261323C1,00NTRFX\n', 'Line 3: field 61 is unreadable'],
    [':20:A\n:25:1234\n:61:261123X1,00NTRFX\n', 'Line 3: field 61 is unreadable'],
    [':20:A\n:25:1234\n:61:261123C1,005NTRFX\n', 'Line 3: "1.005" is not an amount'],
    ['', 'no MT940 statement'],
  ])('says what is wrong with %j', (file, said) => {
    expect(problem(() => readMt940(file, 'INR'))).toContain(said)
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
          },
          { date: '2026-11-23', side: 'debit', amount: 10, reference: '', description: '' },
        ],
      },
    ])
  })

  it.each([
    [camt(entry('1.00'), '<!DOCTYPE x [<!ENTITY a "b">]>'), 'document type'],
    [camt(`${'<a>'.repeat(60)}${'</a>'.repeat(60)}`), 'well-formed'],
    [camt('<a>').replace('</Stmt>', ''), 'well-formed'],
    [camt(entry('1.00', { currency: 'EUR' })), 'in EUR, not INR'],
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
  it('finds the table below what stands above it, and guesses the columns', () => {
    const table = readTable(HDFC.replace(',500.00X,', ',,'))
    const mapping = guessMapping(table.heads)
    expect(mapping).toEqual({
      ...{ date: 0, date_order: 'dmy', amount: null, side: null, credit: 5, debit: 4 },
      ...{ reference: 2, description: 1 },
    })
    expect(readLines(table, mapping, 'INR')).toEqual([
      {
        date: '2026-11-23',
        side: 'credit',
        amount: 9_764_050,
        reference: 'UTR616612345678',
        description: 'NEFT CR, COUNTERFOIL',
      },
      { date: '2026-11-24', side: 'debit', amount: 50_000, reference: '', description: 'Charges' },
    ])
    expect(problem(() => readLines(readTable(HDFC), mapping, 'INR'))).toContain('Line 7: "500.00X" is not')
  })

  it.each([
    ['1,00,000.50', '', 'credit', 10_000_050],
    ['-500', '', 'debit', 50_000],
    ['(500.00)', '', 'debit', 50_000],
    ['500.00 Dr', '', 'debit', 50_000],
    ['500.00 CR', '', 'credit', 50_000],
    ['₹ 500', 'DR', 'debit', 50_000],
    ['500', 'Credit', 'credit', 50_000],
  ])('reads %s %s as a %s', (amount, side, expected, minor) => {
    const table = readTable(`Date;Amount;Cr/Dr\n2026-11-23;${amount};${side}\n`)
    const mapping = guessMapping(table.heads)
    expect(mapping).toMatchObject({ amount: 1, side: 2, credit: null, debit: null })
    expect(readLines(table, mapping, 'INR')).toMatchObject([
      { date: '2026-11-23', side: expected, amount: minor },
    ])
  })

  it.each([
    ['11/23/2026', 'mdy', '2026-11-23'],
    ['23.11.2026', 'dmy', '2026-11-23'],
    ['26-11-23', 'ymd', '2026-11-23'],
    ['23 Nov 2026 10:15', 'dmy', '2026-11-23'],
  ] as const)('reads the date %s as %s', (date, date_order, expected) => {
    const table = readTable(`Date,Amount\n${date},5\n`)
    expect(readLines(table, { ...guessMapping(table.heads), date_order }, 'INR')[0]?.date).toBe(expected)
  })

  it('says which line is wrong, and that there are too many', () => {
    const table = readTable('Date,Amount\n31/02/2026,5\n')
    expect(problem(() => readLines(table, guessMapping(table.heads), 'INR'))).toBe(
      'Line 2: "31/02/2026" is not a date.',
    )
    const long = `Date,Amount\n${'1/1/2026,1\n'.repeat(MAX_STATEMENT_LINES + 100)}`
    expect(problem(() => readTable(long))).toContain('more than 20,000 lines')
  })

  it('keeps every amount', () => {
    fc.assert(
      fc.property(minor, (amount) => {
        const table = readTable(`Date,Amount\n1/1/2026,${decimal(amount, '.')}\n`)
        expect(readLines(table, guessMapping(table.heads), 'INR')[0]?.amount).toBe(amount)
      }),
    )
  })
})

describe('any file', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string(),
      fc.constantFrom(
        ...[
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
        ],
        ...[
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
        ],
      ),
    ),
  )
  it('is read, or rejected with the one error', () => {
    fc.assert(
      fc.property(pieces, fc.constantFrom('', '<', ':20:A\n:25:1\n'), (parts, begin) => {
        const content = begin + parts.join('')
        try {
          if (readStatements(content, 'INR') === null) {
            const table = readTable(content)
            readLines(table, guessMapping(table.heads), 'INR')
          }
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(BankFileError)
        }
      }),
      { numRuns: 500 },
    )
  })
})
