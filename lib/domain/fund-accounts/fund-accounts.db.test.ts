import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { keyOf } from '#lib/pipeline/idempotency.ts'
import { errorOf, ok, openWalletInstance, type WalletInstance } from '#lib/testing/wallet-instance.ts'

let instance: WalletInstance['instance']
let rest: WalletInstance['rest']
let customer: WalletInstance['customer']
let fundAccount: WalletInstance['fundAccount']
let payOut: WalletInstance['payOut']
beforeAll(async () => {
  ;({ instance, rest, customer, fundAccount, payOut } = await openWalletInstance())
})
afterAll(() => instance.close())
afterEach(async () => expect(await instance.violations()).toEqual([]))

describe('a fund account', () => {
  it('is made of a bank account, stored encrypted, and returned in full', async () => {
    const who = await customer()
    const account = await fundAccount(who)
    expect(account).toEqual({
      id: expect.stringMatching(/^fa_/),
      entity: 'fund_account',
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: {
        name: 'Wallet Holder',
        account_number: '123456789012',
        ifsc: 'HDFC0000001',
        bank_name: 'HDFC Bank',
      },
      active: 'true',
      batch_id: null,
      created_at: instance.now(),
    })
    const { rows } = await instance.runtime.query('SELECT * FROM fund_accounts WHERE id = $1', [account.id])
    expect(JSON.stringify(rows)).not.toContain('123456789012')
    expect((await rest.get(`/v1/fund_accounts?customer_id=${who.id}`)).body.items).toEqual([account])
    const off = ok(await rest.patch(`/v1/fund_accounts/${account.id}`, { active: false }), 200)
    expect(off.active).toBe('false')
    expect(errorOf(await payOut(who, account))).toEqual([400, 'fund_account_inactive', 'fund_account_id'])
  })

  it('returns the same bytes to a repeat, and stores them with the number encrypted', async () => {
    const who = await customer()
    const body = {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'Wallet Holder', ifsc: 'HDFC0000001', account_number: '998877665544' },
    }
    const request = { idempotencyKey: `fund-${who.id}` }
    const first = await rest.post('/v1/fund_accounts', body, request)
    const again = await rest.post('/v1/fund_accounts', body, request)
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      201,
      first.text,
      'true',
    ])
    const { rows } = await instance.runtime.query('SELECT body FROM idempotency_keys WHERE key = $1', [
      keyOf(instance.actor, request.idempotencyKey),
    ])
    expect(rows).toHaveLength(1)
    expect(String(rows[0]?.body)).not.toContain('998877665544')
  })

  it('the same again is the one that is there', async () => {
    const who = await customer()
    const first = await fundAccount(who)
    const again = await rest.post('/v1/fund_accounts', {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'wallet holder', ifsc: 'HDFC0000001', account_number: '1234 5678 9012' },
    })
    expect([again.status, again.body.id]).toEqual([200, first.id])
  })

  it.each([
    ['ifsc', 'HDFC1000001', 'bank_account.ifsc'],
    ['ifsc', 'XXXX0000001', 'bank_account.ifsc'],
    ['account_number', '1234', 'bank_account.account_number'],
    ['account_number', '1'.repeat(36), 'bank_account.account_number'],
    ['account_number', true, 'bank_account.account_number'],
    ['name', 'ab', 'bank_account.name'],
    ['name', 'a'.repeat(121), 'bank_account.name'],
  ])('rejects the %s %s', async (property, value, field) => {
    const who = await customer()
    const response = await rest.post('/v1/fund_accounts', {
      customer_id: who.id,
      account_type: 'bank_account',
      bank_account: { name: 'Holder', ifsc: 'HDFC0000001', account_number: '123456', [property]: value },
    })
    expect([response.status, response.error.field]).toEqual([400, field])
  })
})
