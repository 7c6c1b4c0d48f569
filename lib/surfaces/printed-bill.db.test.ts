import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fetchBillForCustomer } from '#lib/domain/bills/fetch.ts'
import { deleteBill } from '#lib/domain/bills/update.ts'
import { cleanupStorage } from '#lib/jobs/cleanup-storage.ts'
import type { print } from '#lib/print/pdf/print.ts'
import { printedBill } from '#lib/surfaces/printed-bill.ts'
import { minBill } from '#lib/testing/bill.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { DAY } from '#lib/values/time.ts'

let instance: Instance
let rest: Rest
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'printed-'))
  instance = await openInstance({ settings: { DATA_DIR: folder } })
  rest = await openRest(instance)
})
afterAll(async () => {
  await instance.close()
  rmSync(folder, { recursive: true })
})

let numbers = 0
async function issued(): Promise<string> {
  numbers += 1
  return (await rest.post('/v1/bills', { ...minBill, receipt_number: `R-${numbers}` })).body.id
}

/** Draws a text in place of a PDF, and counts. */
function counting() {
  const drawn: string[] = []
  const draw = (async (_: string, [bill]: [{ receipt_number: string }]) => {
    drawn.push(bill.receipt_number)
    await new Promise(setImmediate)
    return Buffer.from(`PDF ${drawn.length}`)
  }) as unknown as typeof print
  const open = async (bill_id: string) => {
    const { bill, seller } = await instance.run(fetchBillForCustomer, { bill_id })
    return (await printedBill(bill, seller, {}, { ...instance.runtime, draw })).toString()
  }
  return { drawn, open }
}
async function keys() {
  const found: string[] = []
  for await (const { key } of instance.runtime.storage.list('printed/')) found.push(key)
  return found
}
const now = () => Math.floor(Date.now() / 1000)

describe('the PDF of a bill', () => {
  it('is drawn once, however often and by however many it is asked for', async () => {
    const { drawn, open } = counting()
    const id = await issued()
    const received = await Promise.all(Array.from({ length: 20 }, () => open(id)))
    expect([new Set(received), drawn]).toEqual([new Set(['PDF 1']), [expect.any(String)]])
    expect(await open(id)).toBe('PDF 1')
    expect(drawn).toHaveLength(1)
  })

  it('is drawn again for another version, and never for another bill', async () => {
    const { drawn, open } = counting()
    const [id, other] = [await issued(), await issued()]
    await open(id)
    expect((await rest.patch(`/v1/bills/${id}`, { store_code: 'S-1' })).status).toBe(200)
    expect([await open(id), await open(other), await open(id)]).toEqual(['PDF 2', 'PDF 3', 'PDF 2'])
    expect(drawn).toHaveLength(3)
  })

  it('that cannot be stored is sent all the same', async () => {
    const { bill, seller } = await instance.run(fetchBillForCustomer, { bill_id: await issued() })
    const full = async () => {
      throw Object.assign(new Error('no space'), { code: 'ENOSPC' })
    }
    const storage = { ...instance.runtime.storage, put: full }
    const draw = (async () => Buffer.from('PDF')) as unknown as typeof print
    expect((await printedBill(bill, seller, {}, { ...instance.runtime, storage, draw })).toString()).toBe(
      'PDF',
    )
  })

  it('goes when the bill is withdrawn, and after a month', async () => {
    await cleanupStorage(instance.runtime, now() + 31 * DAY)
    expect(await keys()).toEqual([])
    const { drawn, open } = counting()
    const [stored, withdrawn] = [await issued(), await issued()]
    await open(stored)
    await open(withdrawn)
    expect(await cleanupStorage(instance.runtime, now())).toBe(0)
    await instance.run(deleteBill, { bill_id: withdrawn })
    expect(await cleanupStorage(instance.runtime, now())).toBe(1)
    expect(await keys()).toHaveLength(1)
    await open(stored)
    expect(drawn).toHaveLength(2)
    await cleanupStorage(instance.runtime, now() + 31 * DAY)
    expect(await keys()).toEqual([])
  })
})

describe('a drawing', () => {
  it('is given up when the last of its callers has gone, and begun again for the next', async () => {
    const { bill, seller } = await instance.run(fetchBillForCustomer, { bill_id: await issued() })
    const signals: (AbortSignal | undefined)[] = []
    const draw = ((_: string, __: unknown, { signal }: { signal?: AbortSignal }) => {
      signals.push(signal)
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason))
        if (signals.length === 2) resolve(Buffer.from('PDF'))
      })
    }) as unknown as typeof print
    const [one, other] = [new AbortController(), new AbortController()]
    const open = (signal?: AbortSignal) =>
      printedBill(bill, seller, { signal }, { ...instance.runtime, draw })
    const both = Promise.allSettled([open(one.signal), open(other.signal)])
    await expect.poll(() => signals.length).toBe(1)
    one.abort()
    expect(signals[0]?.aborted).toBe(false)
    other.abort()
    expect(signals[0]?.aborted).toBe(true)
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect((await open()).toString()).toBe('PDF')
    expect(signals).toHaveLength(2)
  })
})
