import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkRefundBatch } from '#lib/domain/batches/check.ts'
import { getBatchDetails } from '#lib/domain/batches/fetch.ts'
import { startRefundBatch } from '#lib/domain/batches/start.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest } from '#lib/testing/rest.ts'
import { shopOf } from '#lib/testing/shop.ts'

let instance: Instance
beforeAll(async () => {
  instance = await openInstance()
})
afterAll(() => instance.close())

it('a batch is not started for more than the balance covers', async () => {
  const shop = shopOf(await openRest(instance), instance)
  // The fee of its capture is missing in the balance.
  const paid = await shop.captured(100_000)
  const { id } = await instance.run(checkRefundBatch, { rows: [{ payment_id: paid.id }] })
  const start = () => instance.run(startRefundBatch, { id, count: 1, total: 100_000 })
  expect(await instance.run(getBatchDetails, { id })).toMatchObject({ count: 1, covered: false })
  await expect(start()).rejects.toMatchObject({
    reason: 'input_validation_failed',
    message: expect.stringContaining('does not cover the total'),
  })
  await shop.captured(5_000)
  expect(await instance.run(getBatchDetails, { id })).toMatchObject({ status: 'checked', covered: true })
  expect(await start()).toMatchObject({ status: 'running' })
})
