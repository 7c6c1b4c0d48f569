import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, minor, problem } from '#lib/testing/bank-texts.ts'
import { readCamt } from './camt.ts'
import { readBankFile } from './read.ts'

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
