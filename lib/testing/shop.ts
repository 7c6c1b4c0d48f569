import { goodCard, type Instance, payer } from '#lib/testing/instance.ts'
import type { Reply, RequestOptions, Rest } from '#lib/testing/rest.ts'

// Bodies as the wire has them: every test says itself what it expects to be in them.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Body = any

export const cardOf = (number: string) => ({ method: 'card', card: { ...goodCard, number } })
export const upiOf = (name: string) => ({ method: 'upi', vpa: `${name}@upi` })

/** What a merchant does over the REST interface, and what can be read of it in the database afterwards. */
export function shopOf(rest: Rest, instance: Instance) {
  const rows = async (sql: string, ...values: unknown[]) =>
    (await instance.runtime.query(sql, values)).rows as Body[]

  async function order(amount = 10_000, more: object = {}): Promise<Body> {
    return created(await rest.post('/v1/orders', { amount, currency: 'INR', ...more }))
  }

  /** One attempt to pay an order, whatever comes of it. */
  function attempt(
    of: Body,
    instrument: object = cardOf(goodCard.number),
    more: object = {},
    options: RequestOptions = {},
  ): Promise<Reply> {
    return rest.post(
      '/v1/payments/create/json',
      { ...payer, currency: of.currency, amount: of.amount, order_id: of.id, ...instrument, ...more },
      options,
    )
  }

  async function pay(of: Body, instrument?: object, more?: object): Promise<Body> {
    return created(await attempt(of, instrument, more))
  }

  async function fetch(id: string, query = ''): Promise<Body> {
    const folder = { order: 'orders', pay: 'payments', rfnd: 'refunds' }[id.split('_')[0] ?? '']
    const response = await rest.get(`/v1/${folder}/${id}${query}`)
    if (response.status !== 200) throw new Error(response.text)
    return response.body
  }

  return {
    rows,
    order,
    attempt,
    pay,
    fetch,
    /** A payment that is authorized and not captured. */
    authorized: async (amount = 10_000, instrument?: object) => pay(await order(amount), instrument),
    captured: async (amount = 10_000, instrument?: object) =>
      pay(await order(amount, { payment_capture: true }), instrument),
    capture: (payment: Body, body: object = { amount: payment.amount }, options?: RequestOptions) =>
      rest.post(`/v1/payments/${payment.id}/capture`, body, options),
    refund: (payment: Body, body: object = {}, options?: RequestOptions) =>
      rest.post(`/v1/payments/${payment.id}/refund`, body, options),
    /** The events about a payment or an order, oldest first. */
    events: (id: string) =>
      rows('SELECT * FROM events WHERE payment_id = $1 OR order_id = $1 ORDER BY id', id),
    /** The audit lines about an object, oldest first. */
    lines: (id: string) =>
      rows(
        'SELECT action, actor_kind, actor_id, actor_name, request_id, details FROM audit_lines WHERE object_id = $1 ORDER BY id',
        id,
      ),
    /** The postings of a payment: kind, debit, credit and amount, in the order in which they were made. */
    postings: async (id: string) =>
      (
        await rows(
          `SELECT kind, debit, credit, amount FROM ledger_transactions head JOIN ledger_postings leg
             ON leg.account_id = head.account_id AND leg.transaction_id = head.id
           WHERE payment_id = $1 ORDER BY head.id, line`,
          id,
        )
      ).map(({ kind, debit, credit, amount }) => [kind, debit, credit, amount]),
    count: async (table: string, where = 'true', ...values: unknown[]) =>
      Number((await rows(`SELECT count(*) FROM ${table} WHERE ${where}`, ...values))[0].count),
  }
}

export type Shop = ReturnType<typeof shopOf>

function created(response: Reply): Body {
  if (response.status !== 201) throw new Error(`${response.status} ${response.text}`)
  return response.body
}
