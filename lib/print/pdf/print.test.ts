import { afterAll, describe, expect, it } from 'vitest'
import type { Bill } from '#lib/domain/bills/schema.ts'
import { print } from '#lib/print/pdf/print.ts'
import { minBill, plainSeller } from '#lib/testing/bill.ts'
import { longestTurn, MOST_AT_A_TIME } from '#lib/testing/work.ts'

const globals = globalThis as {
  counterfoilPrinter?: { thread?: { terminate(): Promise<number> } | undefined }
}
afterAll(() => globals.counterfoilPrinter?.thread?.terminate())

const own = {
  id: 'bill_NfLw3gQ81xRt0a',
  entity: 'bill',
  receipt_url: 'https://pay.example/bill/6aAZqsUaExQ8SlZYept9L2mo',
  status: 'issued',
  version: 1,
  created_at: 1_781_505_000,
  updated_at: 1_781_505_000,
}
const billOf = (body: object) => ({ ...minBill, ...own, ...body }) as unknown as Bill

/** Words that no line repeats, since repeated ones are set once. */
const words = (seed: number, count: number) =>
  Array.from({ length: count }, (_, at) => ((seed * 7919 + at * 104_729) % 999_983).toString(36)).join(' ')
const large = (lines: number) =>
  billOf({
    line_items: Array.from({ length: lines }, (_, at) => ({
      name: words(at, 30),
      quantity: 1,
      total_amount: 1000 + at,
      description: words(at + 1, 140),
    })),
  })

const BY = { merchant: 'Kaveri Stores' }

describe('a document', () => {
  it('that takes seconds to draw never holds the event loop', async () => {
    let bytes: Buffer = Buffer.alloc(0)
    const all = process.cpuUsage()
    const units = await longestTurn(async () => {
      bytes = await print('bill', [large(120), plainSeller], BY)
    })
    const { user } = process.cpuUsage(all)
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(user / 1000).toBeGreaterThan(500)
    expect(units).toBeLessThan(MOST_AT_A_TIME)
  })

  it('of a statement or a payout goes the same way, and a fault ends nothing', async () => {
    await expect(print('bill', [{} as Bill, plainSeller], BY)).rejects.toThrow('was not drawn')
    expect((await print('bill', [large(1), plainSeller], BY)).length).toBeGreaterThan(1000)
    const payout = { id: 'pout_1', amount: 100, currency: 'INR', created_at: 1_781_505_000 }
    await expect(print('payout', [payout as never, {} as never], BY)).rejects.toThrow()
  })

  it('waits behind twenty others at most, and behind eight of its own merchant', async () => {
    const of = (merchant: string) => print('bill', [large(1), plainSeller], { merchant })
    // The first is drawn at once.
    const drawing = Array.from({ length: 9 }, () => of('First'))
    expect(() => of('First')).toThrow('The server is busy')
    for (const merchant of ['Second', 'Third']) drawing.push(...Array.from({ length: 6 }, () => of(merchant)))
    expect(() => of('Fourth')).toThrow('The server is busy')
    await Promise.all(drawing)
    expect((await of('First')).length).toBeGreaterThan(1000)
  })

  it('takes turns with those of other merchants', async () => {
    const order: string[] = []
    const of = (merchant: string) =>
      print('bill', [large(1), plainSeller], { merchant }).then(() => order.push(merchant))
    await Promise.all([of('Many'), of('Many'), of('Many'), of('Many'), of('One'), of('Other')])
    expect(order).toEqual(['Many', 'One', 'Other', 'Many', 'Many', 'Many'])
  })

  it('an aborted document leaves the queue, and is not rendered', async () => {
    const gone = new AbortController()
    const first = print('bill', [large(60), plainSeller], BY)
    const unwanted = Array.from({ length: 8 }, () =>
      print('bill', [large(60), plainSeller], { ...BY, signal: gone.signal }),
    )
    gone.abort(new Error('The caller left.'))
    const range = await Promise.allSettled(unwanted)
    expect(range.map((end) => end.status)).toEqual(Array(8).fill('rejected'))
    // There is room again at once.
    expect((await print('bill', [large(1), plainSeller], BY)).length).toBeGreaterThan(1000)
    expect((await first).length).toBeGreaterThan(1000)
  })
})
