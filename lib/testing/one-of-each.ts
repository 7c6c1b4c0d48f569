import { settleNow } from '#lib/domain/settlements/settle.ts'
import { BOUNDARY, form, SMALL } from '#lib/testing/files.ts'
import { goodCard, type Instance, payer } from '#lib/testing/instance.ts'
import type { Reply, Rest } from '#lib/testing/rest.ts'

let serial = 0

/** One new record of every kind on each call, made over the REST API: its id by its prefix. */
export async function oneOfEach(rest: Rest, instance: Instance): Promise<Record<string, string>> {
  const made = async (path: string, body: object) => idOf(await rest.post(path, body))
  serial += 1
  const payable = { amount: 50_000, currency: 'INR' }
  const early = await made('/v1/orders', { amount: 50_000, currency: 'INR', payment_capture: true })
  const card_of = { ...payer, method: 'card', card: goodCard }
  await made('/v1/payments/create/json', { ...card_of, amount: 50_000, order_id: early })
  const setl = (await instance.run(settleNow, {}, undefined, instance.system)).id
  const paid = await made('/v1/orders', { amount: 500_000, currency: 'INR', payment_capture: true })
  const pay = await made('/v1/payments/create/json', { ...card_of, amount: 500_000, order_id: paid })
  const cust = await made('/v1/customers', { name: 'Asha Rao', contact: `+91${9_000_000_000 + serial}` })
  const trf = await made('/v1/transfers', { customer: cust, amount: 100_000, currency: 'INR' })
  const fa = await made('/v1/fund_accounts', {
    customer_id: cust,
    account_type: 'bank_account',
    bank_account: { name: 'Asha Rao', ifsc: 'HDFC0000001', account_number: '123456789012' },
  })
  const doc = idOf(
    await rest.call('POST', '/v1/documents', {
      body: form(SMALL.png) as BodyInit,
      headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    }),
  )
  const { rows } = await instance.runtime.query('SELECT id FROM events ORDER BY id LIMIT 1', [])
  const card = String((await rest.get(`/v1/payments/${pay}`)).body.card_id)
  return {
    pay,
    card,
    setl,
    cust,
    trf,
    fa,
    doc,
    evt: String(rows[0]?.id),
    order: await made('/v1/orders', payable),
    rfnd: await made(`/v1/payments/${pay}/refund`, { amount: 100 }),
    pout: await made(`/v1/customers/${cust}/payouts`, {
      fund_account_id: fa,
      purpose: 'refund',
      amount: 100,
      currency: 'INR',
    }),
    bill: await made('/v1/bills', { ...LEAST_BILL, receipt_number: `ONE-${serial}` }),
    whk: await made('/v1/webhooks', { url: 'http://localhost:9/hooks', events: ['*'] }),
  }
}

const LEAST_BILL = {
  business_type: 'retail',
  business_category: 'other_services',
  receipt_timestamp: 1_781_505_000,
  receipt_type: 'credit_invoice',
  receipt_delivery: 'print',
  receipt_summary: { total_quantity: 1, currency: 'INR', net_payable_amount: 100 },
  payments: [{ method: 'cash', currency: 'INR', amount: 100 }],
}

/** A payment that waits to be captured. */
export async function authorizedPayment(rest: Rest): Promise<string> {
  const order_id = idOf(await rest.post('/v1/orders', { amount: 50_000, currency: 'INR' }))
  const request = { ...payer, amount: 50_000, order_id, method: 'card', card: goodCard }
  return idOf(await rest.post('/v1/payments/create/json', request))
}

function idOf({ status, text, body }: Reply): string {
  if (status >= 300) throw new Error(`${status} ${text}`)
  return String(body.id)
}
