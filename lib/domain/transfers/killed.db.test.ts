import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTransfer, transferPayment } from '#lib/domain/transfers/create.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import { openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'
import { newId } from '#lib/values/id.ts'

let wallet: WalletInstance
beforeAll(async () => {
  wallet = await openWalletInstance()
})
afterAll(() => wallet.instance.close())

/** A process that is killed before it stores a response in a separate statement. */
function dying(runtime: Runtime): Runtime {
  return {
    ...runtime,
    query: (text, values) =>
      text.includes('UPDATE idempotency_keys')
        ? Promise.reject(new Error('killed'))
        : runtime.query(text, values),
  }
}

const meta = (idempotencyKey: string) => ({
  requestId: newId('request', wallet.instance.runtime.clock()),
  idempotencyKey,
})

it('a direct transfer whose process is killed before the response is made once, whichever process repeats it', async () => {
  const { instance, customer, balanceOf } = wallet
  const { id } = await customer()
  const request = { customer_id: id, amount: 5_000, currency: 'INR' as const }
  await execute(dying(instance.runtime), createTransfer, instance.actor, request, meta('direct')).catch(
    () => null,
  )
  await instance.pass(60)
  const { value } = await execute(instance.runtime, createTransfer, instance.actor, request, meta('direct'))
  expect(value).toMatchObject({ status: 'processed', amount: 5_000 })
  expect((await balanceOf(id)).balance).toBe(5_000)
  expect(await instance.violations()).toEqual([])
})

it('so is a transfer of a payment', async () => {
  const { instance, shop, customer, balanceOf } = wallet
  const { id } = await customer()
  const payment = await shop.captured(20_000)
  const request = { id: payment.id, transfers: [{ customer: id, amount: 6_000, currency: 'INR' as const }] }
  await execute(dying(instance.runtime), transferPayment, instance.actor, request, meta('payment')).catch(
    () => null,
  )
  await instance.pass(60)
  await execute(instance.runtime, transferPayment, instance.actor, request, meta('payment'))
  expect((await balanceOf(id)).balance).toBe(6_000)
})

it('a failed one is recorded once, with the response that names it', async () => {
  const { instance, customer } = wallet
  const { id } = await customer()
  const request = { customer_id: id, amount: 1_900_000_000, currency: 'INR' as const }
  const attempt = () =>
    execute(dying(instance.runtime), createTransfer, instance.actor, request, meta('refused')).catch(
      (thrown: unknown) => thrown,
    )
  const first = await attempt()
  expect(first).toMatchObject({ reason: 'wallet_limit_exceeded' })
  await instance.pass(60)
  expect(await attempt()).toMatchObject({ name: 'StoredError' })
  const rows = await instance.runtime.query('SELECT id, status FROM transfers WHERE recipient = $1', [id])
  expect(rows.rows).toMatchObject([{ status: 'failed' }])
})
