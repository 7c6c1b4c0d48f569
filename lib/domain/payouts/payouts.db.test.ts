import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { errorOf, ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

let instance: WalletInstance['instance']
let rest: WalletInstance['rest']
let customer: WalletInstance['customer']
let give: WalletInstance['give']
let balanceOf: WalletInstance['balanceOf']
let statementOf: WalletInstance['statementOf']
let holder: WalletInstance['holder']
let fundAccount: WalletInstance['fundAccount']
let payOut: WalletInstance['payOut']
beforeAll(async () => {
  ;({ instance, rest, customer, give, balanceOf, statementOf, holder, fundAccount, payOut } =
    await openWalletInstance())
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

describe('a payout', () => {
  it('takes amount, fees and tax, and is processed with a UTR', async () => {
    const who = await holder(50_000)
    const account = await fundAccount(who)
    const payout = ok(await payOut(who, account, { notes: { a: 'b' }, reference_id: 'r-1' }))
    expect(payout).toMatchObject({
      entity: 'payout',
      status: 'processing',
      fees: 500,
      tax: 90,
      utr: null,
      narration: 'Test Stores',
      reference_id: 'r-1',
      batch_id: null,
    })
    expect((await balanceOf(who.id)).balance).toBe(50_000 - 10_590)
    await instance.pass(120)
    const done = (await rest.get(`/v1/payouts/${payout.id}`)).body
    expect(done).toMatchObject({ status: 'processed', utr: expect.stringMatching(/^[A-Z0-9]{22}$/) })
    expect((await rest.get(`/v1/customers/${who.id}/payouts`)).body.items).toEqual([done])
    expect((await rest.get(`/v1/payouts?customer_id=${who.id}`)).body.items).toEqual([done])
    const own = instance.actor.account.id
    expect((await rest.get(`/v1/payouts?account_number=${own}&count=1`)).body.items).toEqual([done])
    const other = await rest.get('/v1/payouts?account_number=7878780080316316')
    expect([other.status, other.error]).toMatchObject([400, { field: 'account_number' }])
    expect(other.error.description).toContain(own)
  })

  it('that the bank sends back returns everything, whatever has come in since', async () => {
    const who = await holder(2_000_000)
    const account = await fundAccount(who, '99999000')
    const payout = ok(await payOut(who, account))
    expect(errorOf(await give(who.id, 10_000)).slice(0, 2)).toEqual([400, 'wallet_limit_exceeded'])
    await instance.pass(120)
    expect((await rest.get(`/v1/payouts/${payout.id}`)).body).toMatchObject({
      status: 'reversed',
      failure_reason: expect.stringMatching(/\.$/),
    })
    expect((await balanceOf(who.id)).balance).toBe(2_000_000)
    expect((await statementOf(who.id, '?count=1')).items[0]).toMatchObject({
      type: 'refund',
      source: payout.id,
      credit: 10_590,
    })
  })

  it('of the whole balance twice at once happens once', async () => {
    const who = await holder(10_590)
    const account = await fundAccount(who)
    const responses = await Promise.all([payOut(who, account), payOut(who, account), payOut(who, account)])
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 400, 400])
    expect((await balanceOf(who.id)).balance).toBe(0)
  })

  it.each([
    [{ narration: 'a'.repeat(31) }, 'narration'],
    [{ narration: 'Shop & Co' }, 'narration'],
    [{ reference_id: 'r'.repeat(41) }, 'reference_id'],
    [{ purpose: '' }, 'purpose'],
    [{ currency: 'USD' }, 'currency'],
    [{ amount: 0 }, 'amount'],
    [{ amount: 40_000 }, 'amount'],
    [{ fund_account_id: 'fa_NfLw3gQ81xRt0a' }, 'fund_account_id'],
  ])('rejects %j', async (more, field) => {
    const who = await holder(20_000)
    const account = await fundAccount(who)
    const response = await payOut(who, account, more)
    expect([response.status, response.error.field]).toEqual([400, field])
  })

  it('goes to an account of the same customer only', async () => {
    const who = await holder(20_000)
    const other = await fundAccount(await customer())
    expect(errorOf(await payOut(who, other))).toEqual([400, 'record_not_found', 'fund_account_id'])
  })
})
