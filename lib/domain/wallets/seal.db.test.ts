import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { getStatementDetails, sumStatement } from '#lib/domain/wallets/get-statement-details.ts'
import { checkStatement, sealStatement } from '#lib/domain/wallets/seal-statement.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Body, shopOf } from '#lib/testing/shop.ts'

let instance: Instance
let rest: Rest
let made = 0
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  await shopOf(rest, instance).captured(1_000_000)
})
afterAll(() => instance.close())

async function holder(): Promise<Body> {
  made += 1
  return (await rest.post('/v1/customers', { name: 'Sealed Person', contact: `+9198765${30_000 + made}` }))
    .body
}
const give = (who: Body, amount: number) =>
  rest.post('/v1/transfers', { customer_id: who.id, amount, currency: 'INR' })
/** The same calls as for the PDF of a period up to the present. */
async function seal(who: Body, from?: number) {
  const range = { id: who.id, from, to: instance.now() }
  const { items } = await instance.run(getStatementDetails, { ...range, count: 1 })
  return instance.run(sealStatement, { ...range, zone: 'Asia/Kolkata', through: items[0]?.seq ?? 0 })
}
const check = (code: string) => instance.run(checkStatement, { code })

it('says what stands on the paper and hides who it is about', async () => {
  const who = await holder()
  await give(who, 5000)
  await instance.pass(10)
  const from = instance.now()
  await give(who, 700)
  const { code, sums } = await seal(who, from)
  expect(sums).toEqual({
    opening: 5000n,
    credits: 700n,
    debits: 0n,
    closing: 5700n,
    entries: 1,
    reconciles: true,
  })
  expect(sums).toEqual(await instance.run(sumStatement, { id: who.id, from, to: instance.now() }))
  const checked = await check(code)
  expect(checked).toMatchObject({ code, sums, from, to: instance.now(), agrees: true, customer_id: who.id })
  expect(inspect(checked, { depth: null })).not.toContain('Sealed')
  expect(inspect(checked, { depth: null })).not.toContain(who.contact.slice(3))
})

it('is the same for the same paper, and another for another', async () => {
  const who = await holder()
  await give(who, 5000)
  const first = await seal(who)
  expect((await seal(who)).code).toBe(first.code)
  await give(who, 1)
  const later = await seal(who)
  expect(later.code).not.toBe(first.code)
  // An entry of the same second that came later is not on the first statement.
  expect(await check(first.code)).toMatchObject({ agrees: true, sums: { closing: 5000n, entries: 1 } })
  expect(await check(later.code)).toMatchObject({ agrees: true, sums: { closing: 5001n, entries: 2 } })
})

it('is stored once a day for the same figures, however often the file is read', async () => {
  const who = await holder()
  await give(who, 5000)
  const codes = new Set<string>()
  for (let time = 0; time < 20; time += 1) {
    await instance.pass(1)
    codes.add((await seal(who)).code)
  }
  expect(codes.size).toBe(1)
  const [code = ''] = codes
  expect(await check(code)).toMatchObject({ agrees: true, sums: { closing: 5000n, entries: 1 } })
  await instance.pass(86_400)
  expect((await seal(who)).code).not.toBe(code)
})

it('of an empty period and of an empty wallet proves that they were empty', async () => {
  const who = await holder()
  expect(await check((await seal(who)).code)).toMatchObject({
    agrees: true,
    sums: { entries: 0, closing: 0n },
  })
  await give(who, 300)
  await instance.pass(10)
  const { code } = await seal(who, instance.now())
  expect(await check(code)).toMatchObject({
    agrees: true,
    sums: { opening: 300n, closing: 300n, entries: 0 },
  })
})

it('is noticed to disagree with entries that were changed behind its back', async () => {
  const who = await holder()
  await give(who, 5000)
  const { code } = await seal(who)
  const owner = instance.database.prisma
  await expect(
    owner.$executeRaw`UPDATE statement_seals SET closing = 1 WHERE code = ${code}`,
  ).rejects.toThrow()
  await owner.$executeRaw`
    INSERT INTO customer_transactions (account_id, id, customer_id, seq, source, status, type, amount, currency, credit, debit, balance, created_at)
    SELECT account_id, 'ctxn_forged', customer_id, 0, source, status, type, 7, currency, 7, 0, 7, created_at
    FROM customer_transactions WHERE customer_id = ${who.id}`
  expect(await check(code)).toMatchObject({ agrees: false, sums: { closing: 5000n } })
})

it('leaves an audit line, and no code is known that was never given out', async () => {
  const who = await holder()
  const { code } = await seal(who)
  const lines = await shopOf(rest, instance).lines(who.id)
  expect(lines).toContainEqual(
    expect.objectContaining({ action: 'seal_wallet_statement', details: expect.objectContaining({ code }) }),
  )
  await expect(check('0000000000000000')).rejects.toMatchObject({ reason: 'record_not_found' })
})
