import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decimal, minor, problem } from '#lib/testing/bank-texts.ts'
import { readMt940 } from './mt940.ts'

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
