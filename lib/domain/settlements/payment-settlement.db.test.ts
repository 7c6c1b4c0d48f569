import { expect, it } from 'vitest'
import { fetchPaymentSettlement, updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { settleBalance } from '#lib/domain/settlements/settle.ts'
import { openWalletInstance } from '#lib/testing/wallet-instance.ts'
import { DAY } from '#lib/values/time.ts'

it('a payment is settled on a working day after the delay, then with the settlement that has it', async () => {
  const own = await openWalletInstance()
  const of = (id: string) => own.instance.run(fetchPaymentSettlement, { id })
  const paid = await own.shop.captured(50_000)
  expect(await of(paid.id)).toEqual({ settlement: null, expected_at: null, settles: false })
  const delayed = { schedule: 'on', delay_days: 2 } as const
  await own.instance.run(updateSettlementSettings, delayed, undefined, own.instance.system)
  // Captured on a Monday, so due on Wednesday at midnight in India.
  const expected = Date.parse('2026-06-17T00:00:00+05:30') / 1000
  expect(await of(paid.id)).toEqual({ settlement: null, expected_at: expected, settles: true })
  const authorized = await own.shop.authorized(50_000)
  expect((await of(authorized.id)).expected_at).toBeNull()
  await own.instance.pass(2 * DAY)
  const { settlement } = await own.instance.run(settleBalance, {}, undefined, own.instance.system)
  expect(await of(paid.id)).toMatchObject({ settlement: { id: settlement?.id }, expected_at: null })
  // What is captured after the settlement of a day waits for a later one.
  const later = await own.shop.captured(50_000)
  expect((await of(later.id)).expected_at).toBe(Date.parse('2026-06-19T00:00:00+05:30') / 1000)
  await own.instance.close()
})
