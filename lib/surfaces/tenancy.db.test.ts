import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { createMerchant } from '#lib/domain/merchants/create.ts'
import { settleNow } from '#lib/domain/settlements/settle.ts'
import {
  bank_account,
  bill,
  expectError,
  hook,
  named,
  openContract,
  pathOf,
  published,
} from '#lib/testing/contract.ts'
import { BOUNDARY, form, SMALL } from '#lib/testing/files.ts'
import { goodCard, type Instance, payer } from '#lib/testing/instance.ts'
import type { Reply, Rest } from '#lib/testing/rest.ts'

let contract: Awaited<ReturnType<typeof openContract>>
let instance: Instance
let rest: Rest
beforeAll(async () => {
  contract = await openContract()
  ;({ instance, rest } = contract)
})
afterAll(() => contract.close())
const call = (...requested: Parameters<typeof contract.call>) => contract.call(...requested)

describe('records of other accounts', () => {
  let own: Record<string, string>
  let strange: Record<string, string>
  let live: Record<string, string>
  let strangeKey: { id: string; secret: string }
  let liveKey: { id: string; secret: string }

  beforeAll(async () => {
    own = await makeOne(instance.key)
    const merchant = await instance.database.prisma.$transaction((tables) =>
      createMerchant(tables, { name: 'Stranger Stores', country: 'IN' }, Date.UTC(2026, 5, 15), {
        authorization_window_seconds: 259_200,
        capabilities: ['wallet'],
      }),
    )
    const keyOf = async (account: string) =>
      instance.run(
        createKey,
        { name: 'theirs' },
        undefined,
        await systemActor(instance.runtime.query, account, 'test'),
      )
    strangeKey = await keyOf(merchant.accounts.test)
    strange = await makeOne(strangeKey)
    liveKey = await keyOf(instance.merchant.accounts.live)
    live = await copyTo(instance.merchant.accounts.live)
  })

  /** An order with a captured payment and a refund of it, a customer, a bill and a document. */
  async function makeOne(as: { id: string; secret: string }) {
    const order = (
      await rest.post('/v1/orders', { amount: 10_000, currency: 'INR', payment_capture: true }, { as })
    ).body
    const payment = (
      await rest.post(
        '/v1/payments/create/json',
        { ...payer, amount: 10_000, order_id: order.id, method: 'card', card: goodCard },
        { as },
      )
    ).body
    const refund = (await rest.post(`/v1/payments/${payment.id}/refund`, { amount: 100 }, { as })).body
    const customer = (
      await rest.post('/v1/customers', { name: 'Asha Rao', contact: '+919876543210' }, { as })
    ).body
    const issued = (await rest.post('/v1/bills', { ...bill, receipt_number: 'of-one' }, { as })).body
    const paper = await rest.call('POST', '/v1/documents', {
      as,
      body: form(SMALL.png) as BodyInit,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    })
    const transfer = (
      await rest.post('/v1/transfers', { customer: customer.id, amount: 2000, currency: 'INR' }, { as })
    ).body
    const account = (
      await rest.post(
        '/v1/fund_accounts',
        { customer_id: customer.id, account_type: 'bank_account', bank_account },
        { as },
      )
    ).body
    const payout = (
      await rest.post(
        `/v1/customers/${customer.id}/payouts`,
        { fund_account_id: account.id, purpose: 'refund', amount: 100, currency: 'INR' },
        { as },
      )
    ).body
    const [key] = (
      await instance.runtime.query<{ account_id: string }>('SELECT account_id FROM api_keys WHERE id = $1', [
        as.id,
      ])
    ).rows
    const system = await systemActor(instance.runtime.query, key?.account_id ?? '', 'test')
    const settlement = await instance.run(settleNow, {}, undefined, system)
    const webhook = (await rest.post('/v1/webhooks', hook, { as })).body
    const [event] = (await rest.get('/v1/events', { as })).body.items
    return {
      whk: webhook.id,
      evt: event.id,
      trf: transfer.id,
      fa: account.id,
      pout: payout.id,
      setl: settlement.id,
      order: order.id,
      pay: payment.id,
      card: payment.card_id,
      rfnd: refund.id,
      cust: customer.id,
      bill: issued.id,
      doc: paper.body.id,
    }
  }

  /** Live mode makes no payments without an acquirer, so its rows are copies under other ids. */
  async function copyTo(account: string) {
    const copy = async (table: string, id: string, unlike: object = {}) => {
      const other = `${id.slice(0, -4)}zzzz`
      await instance.runtime.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(row, $4::jsonb || jsonb_build_object('account_id', $1::text, 'id', $2::text))).* FROM ${table} row WHERE id = $3`,
        [account, other, id, JSON.stringify(unlike)],
      )
      return other
    }
    return {
      whk: await copy('webhook_endpoints', own.whk ?? ''),
      evt: await copy('events', own.evt ?? ''),
      order: await copy('orders', own.order ?? ''),
      pay: await copy('payments', own.pay ?? ''),
      card: await copy('cards', own.card ?? ''),
      rfnd: await copy('refunds', own.rfnd ?? ''),
      trf: await copy('transfers', own.trf ?? ''),
      fa: await copy('fund_accounts', own.fa ?? ''),
      pout: await copy('payouts', own.pout ?? ''),
      setl: await copy('settlements', own.setl ?? ''),
      cust: await copy('customers', own.cust ?? ''),
      bill: await copy('bills', own.bill ?? '', { token: 'another' }),
      doc: await copy('documents', own.doc ?? ''),
    }
  }

  const withIds = published.filter((operation) =>
    /:|create_(upi_|wallet_)?(payment|refund|transfer|fund_account)$/.test(
      `${pathOf(operation)} ${operation.name}`,
    ),
  )

  it.each(named(withIds))(
    '%s responds alike to the id of another account, of another mode and to an unknown one',
    async (_, operation) => {
      const unknown = {
        whk: 'whk_NfLw3gQ81xRt0a',
        evt: 'evt_NfLw3gQ81xRt0a',
        order: 'order_NfLw3gQ81xRt0a',
        pay: 'pay_NfLw3gQ81xRt0a',
        card: 'card_NfLw3gQ81xRt0a',
        rfnd: 'rfnd_NfLw3gQ81xRt0a',
        cust: 'cust_NfLw3gQ81xRt0a',
        bill: 'bill_NfLw3gQ81xRt0a',
        doc: 'doc_NfLw3gQ81xRt0a',
        trf: 'trf_NfLw3gQ81xRt0a',
        fa: 'fa_NfLw3gQ81xRt0a',
        pout: 'pout_NfLw3gQ81xRt0a',
        setl: 'setl_NfLw3gQ81xRt0a',
      }
      const received = []
      for (const ids of [unknown, strange, live]) {
        const response = await call(operation, {}, ids)
        // A record of the body is a value; a record of the path is the URL.
        expectError(response, pathOf(operation).includes(':') ? 404 : 400, 'record_not_found')
        received.push(withoutIds(response, ids))
      }
      expect(received[1]).toEqual(received[0])
      expect(received[2]).toEqual(received[0])
      expect((await call(operation, {}, own)).status).not.toBe(404)
      // A deleted record is missing in later requests.
      if (operation.name === 'delete_webhook') own.whk = (await rest.post('/v1/webhooks', hook)).body.id
    },
  )

  it.each(named(withIds))('%s does not mix ids of one account with ids of another', async (_, operation) => {
    if (!pathOf(operation).includes(':refund_id')) return
    expectError(await call(operation, {}, { ...own, rfnd: strange.rfnd }), 404, 'record_not_found')
    expectError(await call(operation, {}, { ...strange, rfnd: own.rfnd }), 404, 'record_not_found')
  })

  it('lists hold the account’s own records and nothing else', async () => {
    for (const [as, ids] of [
      [instance.key, own],
      [strangeKey, strange],
      [liveKey, live],
    ] as const) {
      for (const [path, id] of [
        ['/v1/orders', ids.order],
        ['/v1/payments', ids.pay],
        ['/v1/refunds', ids.rfnd],
        ['/v1/customers', ids.cust],
        ['/v1/bills', ids.bill],
        ['/v1/transfers', ids.trf],
        ['/v1/fund_accounts', ids.fa],
        ['/v1/payouts', ids.pout],
        ['/v1/documents', ids.doc],
        ['/v1/webhooks', ids.whk],
      ] as const) {
        const { body } = await rest.get(`${path}?count=100`, { as })
        const listed = body.items.map((item: { id: string }) => item.id)
        expect(listed).toContain(id)
        for (const others of [own, strange, live]) {
          if (others === ids) continue
          for (const other of Object.values(others)) expect(listed).not.toContain(other)
        }
      }
    }
  })

  it('cursors and filters find nothing of others either', async () => {
    for (const ids of [strange, live]) {
      for (const [path, id] of [
        ['/v1/orders', ids.order],
        ['/v1/payments', ids.pay],
        ['/v1/refunds', ids.rfnd],
        ['/v1/customers', ids.cust],
        ['/v1/bills', ids.bill],
        ['/v1/transfers', ids.trf],
        ['/v1/fund_accounts', ids.fa],
        ['/v1/payouts', ids.pout],
        ['/v1/webhooks', ids.whk],
        ['/v1/events', ids.evt],
      ]) {
        for (const side of ['starting_after', 'ending_before'])
          expectError(await rest.get(`${path}?${side}=${id}`), 404, 'record_not_found')
      }
      expect((await rest.get(`/v1/payments?order_id=${ids.order}`)).body).toEqual({
        entity: 'collection',
        count: 0,
        items: [],
      })
      expect((await rest.get(`/v1/refunds?payment_id=${ids.pay}`)).body).toEqual({
        entity: 'collection',
        count: 0,
        items: [],
      })
    }
  })

  function withoutIds(response: Reply, ids: Record<string, string>) {
    let text = response.text
    for (const [kind, id] of Object.entries(ids)) text = text.replaceAll(id, `${kind}_*`)
    const headers = Object.fromEntries(
      [...response.headers].filter(([name]) => !['x-request-id', 'ratelimit'].includes(name)),
    )
    return { status: response.status, text, headers }
  }
})
