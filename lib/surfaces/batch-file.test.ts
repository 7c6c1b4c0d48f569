import fc from 'fast-check'
import { expect, it } from 'vitest'
import { FileProblem, rowsOfFile } from './batch-file.ts'

const rows = (text: string) => rowsOfFile(text, 'INR').rows

it('reads IDs and amounts with and without a header line, in any order of columns', () => {
  const expected = [{ payment_id: 'pay_1', amount: 50_000 }, { payment_id: 'pay_2' }]
  expect(rows('pay_1,500\npay_2,')).toEqual(expected)
  expect(rows('pay_1,500.00\r\n\r\npay_2\r\n')).toEqual(expected)
  expect(rows('\uFEFFAmount;Name;Payment ID\n500;Asha;pay_1\n;Ben;pay_2')).toEqual(expected)
  expect(rows('payment_id\nid')).toEqual([{ payment_id: 'id' }])
  expect(rows('pay_1,"1,500.50"')).toEqual([{ payment_id: 'pay_1', amount: 150_050 }])
})

it('names the columns that a batch does not take', () => {
  const ignored = (text: string) => rowsOfFile(text, 'INR').ignored_columns
  expect(ignored('Receipt,payment_id,amount,,Reason\nR-1,pay_1,500,,broken')).toEqual(['Receipt', 'Reason'])
  expect(ignored('payment_id,amount\npay_1,500')).toEqual([])
  expect(ignored('payment_id,note\npay_1,500')).toEqual(['note'])
  expect(ignored('pay_1,500,R-1')).toEqual([])
  const wide = ignored(`id,${'x'.repeat(300)},${'y,'.repeat(300)}\npay_1`)
  expect([wide.length, wide[0]?.length]).toEqual([100, 100])
})

it('keeps a row that it cannot read, with the reason', () => {
  for (const typed of ['x', '-5', '0', '1.005', '=1+1'])
    expect(rows(`pay_1,${typed}`)).toEqual([
      { payment_id: 'pay_1', unreadable: expect.stringContaining('is not an amount') },
    ])
})

it('rejects an empty file, too many rows and broken quotes', () => {
  expect(() => rows('')).toThrow(FileProblem)
  expect(() => rows('payment_id,amount')).toThrow(FileProblem)
  expect(() => rows('pay_1\n'.repeat(1001))).toThrow(/at most 1000/)
  expect(() => rows('"pay_1')).toThrow(FileProblem)
})

it('reads back every amount that it was given, to the paisa', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 10 ** 12 }), { minLength: 1, maxLength: 20 }),
      (amounts) => {
        const text = amounts.map(
          (each, at) => `pay_${at},${Math.floor(each / 100)}.${String(each % 100).padStart(2, '0')}`,
        )
        expect(rows(text.join('\n')).map(({ amount }) => amount)).toEqual(amounts)
      },
    ),
  )
})
