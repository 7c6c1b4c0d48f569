import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import { createTestDatabase } from '#lib/testing/database.ts'
import { card, request, simulatedBank, upi } from '#lib/testing/simulated-bank.ts'
import { sqlMemory } from './simulator-memory.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pools: pg.Pool[]
beforeAll(async () => {
  database = await createTestDatabase()
  pools = [1, 2].map(() => new pg.Pool({ connectionString: database.url, max: 4 }))
})
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.end()))
  await database.drop()
})

/** One bank in two processes, each with connections of its own, and one clock. */
function twoProcesses() {
  let passed = 0
  const clock = () => 1_800_000_000_000 + passed * 1000
  const banks = pools.map((pool): Acquirer => simulatedBank({ memory: sqlMemory(queryOn(pool)), clock }).bank)
  return {
    banks: banks as [Acquirer, Acquirer],
    pass: (seconds: number) => {
      passed += seconds
    },
  }
}

test('a call that arrives many times at once, in two processes, is decided once', async () => {
  const { banks } = twoProcesses()
  const different = [upi('success'), upi('failure'), upi('pending'), card('4100280000080001')]
  const calls = Array.from({ length: 40 }, (_, index) =>
    banks[index % 2 === 0 ? 0 : 1].authorize(
      request(different[index % 4] ?? upi('success'), { reference: 'bop_many' }),
    ),
  )
  const responses = await Promise.all(calls)
  for (const response of responses) expect(response).toEqual(responses[0])
})

test('two responses at once, in two processes, get one end', async () => {
  const { banks } = twoProcesses()
  for (let round = 0; round < 10; round += 1) {
    const reference = `bop_race_${round}`
    await banks[0].authorize(request(upi('asha'), { reference, challenge: 'page' }))
    const [yes, no] = await Promise.all([
      banks[0].confirm(reference, { approved: true }),
      banks[1].confirm(reference, { approved: false }),
    ])
    expect(yes).toEqual(no)
    expect(await banks[1].status(reference)).toEqual({ outcome: 'authorization', response: yes })
  }
})

test('wrong passwords are counted across processes', async () => {
  const { banks } = twoProcesses()
  await banks[0].authorize(request(card('4100280000001007'), { reference: 'bop_otp', challenge: 'page' }))
  await Promise.all([0, 1, 0].map((index) => banks[index === 0 ? 0 : 1].confirm('bop_otp', { otp: '12' })))
  expect(await banks[1].confirm('bop_otp', { otp: '123456' })).toEqual({
    outcome: 'declined',
    reason: 'incorrect_otp',
  })
})

test('capture, refund and late reply are stored with their timestamps', async () => {
  const { banks, pass } = twoProcesses()
  const [bank, other] = banks
  const first = await bank.authorize(request(upi('late'), { reference: 'bop_late' }))
  expect(await other.status('bop_late')).toEqual({ outcome: 'authorization', response: first })
  pass(30)
  const { response } = (await other.status('bop_late')) as { response: { data?: object } }
  expect(response).toMatchObject({ outcome: 'authorized' })
  const money = { authorization: 'bop_late', amount: 50_000, currency: 'INR' }
  expect(await other.capture({ reference: 'bop_capture', ...money })).toEqual({
    outcome: 'captured',
    data: response.data,
  })
  expect(await bank.refund({ reference: 'bop_refund', ...money, speed: 'normal' })).toEqual({
    outcome: 'pending',
  })
  pass(20)
  expect(await other.status('bop_refund')).toMatchObject({
    outcome: 'refund',
    response: { outcome: 'processed', speed: 'normal' },
  })
  expect(await bank.status('bop_capture')).toMatchObject({ outcome: 'capture' })
  expect(await bank.status('bop_nothing')).toEqual({ outcome: 'unknown' })
})

test('no column holds a card number', async () => {
  const { banks } = twoProcesses()
  await banks[0].authorize(
    request(card('5500670000001002'), { reference: 'bop_secret', challenge: 'page', otp: '4821936' }),
  )
  const [pool] = pools
  const rows = await pool?.query('SELECT record::text AS text FROM simulator_records record')
  const text = JSON.stringify(rows?.rows)
  expect(text).toContain('bop_secret')
  for (const secret of ['5500670000001002', '55006700', '"9173"', '4821936', 'Asha'])
    expect(text).not.toContain(secret)
})
