import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, inject, it, vi } from 'vitest'
import { addressOf, asSuperuser } from '#lib/testing/database.ts'
import type { Instance } from '#lib/testing/instance.ts'
import type { Answered } from '#lib/testing/rest.ts'
import type { Body } from '#lib/testing/shop.ts'

/**
 * Whether the tests and the invariants would notice: each mutant removes one safeguard from the server and runs a day
 * of business, which must fail a check. The same day without a mutant is the control.
 */
afterEach(() => {
  for (const module of MODULES) vi.doUnmock(module)
  vi.resetModules()
})

// Any module may be replaced by any other that has the same names.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Exports = Record<string, any>
type Mutant = {
  /** A module, and its replaced exports. */
  code?: [module: string, change: (original: Exports) => Exports][]
  /** Done to the database as its superuser before the day begins. */
  sql?: string[]
  /** The subject of the failure. */
  noticed: RegExp
  /** Whether the mutant is of the statement that writes, and so is looked for where each write is alone, too. */
  alone?: boolean
}

/** Each write by a statement of its own. */
const ALONE: NonNullable<Mutant['code']>[number] = [
  '#lib/pipeline/writer.ts',
  ({ createWriter }) => ({ createWriter: (options: Body) => createWriter({ ...options, join: false }) }),
]

/** The second caller sees the payment as the first did. */
const AS_OFTEN_AS_IT_COMES: [string, (original: Exports) => Exports] = [
  '#lib/domain/payments/record-capture.ts',
  ({ recordCapture }) => ({
    recordCapture: async (context: Body, id: string, reference: string, answer: Body) => {
      await context.tables
        .$executeRaw`UPDATE payments SET status = 'authorized', captured = false, operation = 'capture', fee = NULL, tax = NULL WHERE id = ${id} AND captured`
      await context.tables.$executeRaw`UPDATE bank_operations SET state = 'reserved' WHERE id = ${reference}`
      return recordCapture(context, id, reference, answer)
    },
  }),
]

const MUTANTS: Record<string, Mutant> = {
  'a leg is posted twice': {
    code: [
      [
        '#lib/ledger/post.ts',
        ({ post }) => ({
          post: (context: Body, movement: Body, ...more: Body[]) =>
            post(context, { ...movement, legs: [...movement.legs, movement.legs[0]] }, ...more),
        }),
      ],
    ],
    noticed: /postings of a payment come to what it says/,
  },
  'a leg is left out': {
    code: [
      [
        '#lib/ledger/post.ts',
        ({ post }) => ({
          post: (context: Body, movement: Body, ...more: Body[]) =>
            post(context, { ...movement, legs: movement.legs.slice(0, 2) }, ...more),
        }),
      ],
    ],
    noticed: /postings of a payment come to what it says/,
  },
  'sides are swapped': {
    code: [
      [
        '#lib/ledger/post.ts',
        ({ post }) => ({
          post: (context: Body, movement: Body, ...more: Body[]) =>
            post(
              context,
              movement.kind === 'refund_failed'
                ? {
                    ...movement,
                    legs: movement.legs.map((leg: Body) => ({
                      ...leg,
                      debit: leg.credit,
                      credit: leg.debit,
                    })),
                  }
                : movement,
              ...more,
            ),
        }),
      ],
    ],
    noticed: /on its way back equals/,
  },
  'a movement is forgotten': {
    code: [
      [
        '#lib/ledger/post.ts',
        ({ post }) => ({
          post: (context: Body, movement: Body, ...more: Body[]) =>
            movement.kind === 'refund' ? undefined : post(context, movement, ...more),
        }),
      ],
    ],
    noticed: /postings of a payment come to what it says/,
  },
  'the kept balance is not kept': {
    sql: [
      'CREATE FUNCTION half() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.balance < OLD.balance THEN NEW.balance := OLD.balance; END IF; RETURN NEW; END $$',
      'CREATE TRIGGER half BEFORE UPDATE ON ledger_balances FOR EACH ROW EXECUTE FUNCTION half()',
    ],
    noticed: /kept balance equals/,
  },
  'the balance may fall below zero': {
    sql: ['ALTER TABLE ledger_balances DROP CONSTRAINT ledger_balances_not_negative'],
    noticed: /below zero/,
  },
  'a row may have changed since it was read': {
    alone: true,
    code: [changes((update) => ({ ...update, expected: {} }))],
    noticed: /equals its refunds|captures of one payment/,
  },
  'a number may grow beyond its bound, and the table does not mind': {
    alone: true,
    code: [additions((addition) => ({ ...addition, max: '9223372036854775807' }))],
    sql: [
      'ALTER TABLE transfers DROP CONSTRAINT transfers_amount',
      'ALTER TABLE payments DROP CONSTRAINT payments_amount_transferred',
    ],
    noticed: /reversals beyond the transfer[\s\S]*transfers beyond the payment/,
  },
  'transfers do not count against their payment': {
    code: [additions((addition) => (addition.table === 'payments' ? { ...addition, delta: 0 } : addition))],
    noticed: /The transferred amount of a payment equals its transfers/,
  },
  'a wallet may fall below zero': {
    code: [statement((text) => text.replace('w.balance + s.lowest >= 0', 'true'))],
    sql: [
      'ALTER TABLE wallets DROP CONSTRAINT wallets_balance',
      'ALTER TABLE customer_transactions DROP CONSTRAINT customer_transactions_sides',
    ],
    noticed: /too many payments from the wallet/,
    alone: true,
  },
  'a statement goes on where a row has changed': {
    code: [statement((text) => text.replace('SELECT 1 / (', 'SELECT 1 / (true OR '))],
    noticed: /too many|captures of one payment|equals/,
    alone: true,
  },
  'of two equal keys one is lost': {
    code: [statement((text) => text.replace('FROM keys JOIN claim USING (account_id, key)', 'FROM keys'))],
    noticed: /with one key/,
    alone: true,
  },
  'a number is not added up over the writes of a statement': {
    code: [additions((addition) => ({ ...addition, delta: 0 }))],
    noticed: /The reversed amount of a transfer equals its reversals/,
  },
  'a refund may be more than is left': {
    code: [
      [
        '#lib/domain/refunds/rules.ts',
        () => ({ refund: (payment: Body, asked: Body) => asked.amount ?? payment.amount }),
      ],
    ],
    noticed: /500 server_error/,
  },
  'a refund may be more than is left, and the table does not mind': {
    code: [
      [
        '#lib/domain/refunds/rules.ts',
        () => ({ refund: (payment: Body, asked: Body) => asked.amount ?? payment.amount }),
      ],
    ],
    sql: [
      'ALTER TABLE payments DROP CONSTRAINT payments_refunded',
      'ALTER TABLE payments DROP CONSTRAINT payments_refund_status',
    ],
    noticed: /refunded beyond/,
  },
  'a capture looks at nothing': {
    code: [['#lib/domain/payments/rules.ts', () => ({ capture: () => {} })]],
    noticed: /50 captures of one payment/,
  },
  'an answer of the bank is recorded as often as it comes': { code: [AS_OFTEN_AS_IT_COMES], noticed: /500/ },
  'an answer of the bank is recorded as often as it comes, and nothing makes a movement unique': {
    code: [AS_OFTEN_AS_IT_COMES],
    sql: [
      'DROP INDEX ledger_transactions_account_id_reference_key',
      'ALTER TABLE orders DROP CONSTRAINT orders_amount_paid',
      'ALTER TABLE orders DROP CONSTRAINT orders_paid_in_full',
    ],
    noticed: /every movement is posted once/,
  },
  'what fails does not come back': {
    code: [
      [
        '#lib/domain/payments/rules.ts',
        ({ afterRefund }) => ({
          afterRefund: (payment: Body, amount: number) => afterRefund(payment, Math.max(0, amount)),
        }),
      ],
    ],
    noticed: /equals its refunds/,
  },
  'a part of an order counts twice': {
    code: [
      [
        '#lib/domain/orders/rules.ts',
        ({ settle }) => ({
          settle: (order: Body, amount: number) =>
            settle(order, Math.min(2 * amount, order.amount - order.amount_paid)),
        }),
      ],
    ],
    noticed: /equals its captured payments/,
  },
  'an order takes any attempt': {
    code: [['#lib/domain/orders/rules.ts', () => ({ attempt: () => {} })]],
    noticed: /attempts on a paid order/,
  },
  'an idempotency key is not claimed': {
    alone: true,
    code: [
      [
        '#lib/pipeline/idempotency.ts',
        ({ claimRow }) => ({
          claimRow: (...asked: Body[]) => {
            const claim = claimRow(...asked)
            return { ...claim, row: { ...claim.row, key: `${claim.row.key}${randomUUID()}` } }
          },
        }),
      ],
    ],
    noticed: /with one key/,
  },
  'nothing keeps two rows from having one idempotency key': {
    sql: ['ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey'],
    noticed: /with one key/,
  },
  'a fee is forgotten': {
    code: [['#lib/domain/payments/rules.ts', () => ({ feesOf: () => ({ fee: 0, tax: 0 }) })]],
    noticed: /the balance/,
  },
  'events are lost': {
    code: [inserts((table, row) => (table === 'events' && row.event === 'refund.processed' ? [] : [row]))],
    noticed: /processed refund is told of once/,
  },
  'events are written twice': {
    code: [
      inserts((table, row) =>
        table === 'events' && row.event === 'payment.captured' ? [row, { ...row, id: `${row.id}2` }] : [row],
      ),
    ],
    noticed: /captured payment is told of once/,
  },
  'writes that share a statement are answered before it is committed': {
    code: [
      [
        '#lib/pipeline/writer.ts',
        ({ createWriter }) => ({
          createWriter: (options: Body) =>
            createWriter({
              ...options,
              query: (text: string, values: unknown[]) => {
                const writes = JSON.parse(String(values.find((value) => String(value).startsWith('['))))
                void options.query(text, values).catch(() => {})
                return Promise.resolve({ rows: [{ held: 1, live: [...writes.keys()], queued: 0 }] })
              },
            }),
        }),
      ],
    ],
    noticed: /50|too many|with one key/,
  },
}

/** Every module that a mutant replaces, so that none is left for the next. */
const MODULES = new Set(
  [ALONE, ...Object.values(MUTANTS).flatMap(({ code = [] }) => code)].map(([module]) => module),
)

/** Changes what an operation gathers to update. */
function changes(
  change: (update: { expected: object }) => { expected: object },
): [string, (original: Exports) => Exports] {
  return [
    '#lib/pipeline/changes.ts',
    ({ Changes }) => ({
      Changes: class extends Changes {
        update(table: string, key: Body, expected: Body, set: Body) {
          super.update(table, key, change({ expected }).expected, set)
        }
      },
    }),
  ]
}

/** Changes the text of the statement that writes. */
function statement(change: (text: string) => string): [string, (original: Exports) => Exports] {
  return [
    '#lib/pipeline/changes-statement.ts',
    ({ statementOf }) => ({
      statementOf: (...given: unknown[]) => {
        const { text, values } = statementOf(...given)
        return { text: change(text), values }
      },
    }),
  ]
}

/** Changes what an operation gathers to add. */
function additions(change: (addition: Body) => Body): [string, (original: Exports) => Exports] {
  return [
    '#lib/pipeline/changes.ts',
    ({ Changes }) => ({
      Changes: class extends Changes {
        add(addition: Body) {
          super.add(change(addition))
        }
      },
    }),
  ]
}

/** Changes what an operation gathers to insert. */
function inserts(change: (table: string, row: Body) => Body[]): [string, (original: Exports) => Exports] {
  return [
    '#lib/pipeline/changes.ts',
    ({ Changes }) => ({
      Changes: class extends Changes {
        insert(table: string, row: Body) {
          for (const one of change(table, row)) super.insert(table, one)
        }
      },
    }),
  ]
}

describe('a day of business', () => {
  it.each([[], [ALONE]])(
    'without a mutant is without complaint',
    async (...code) => {
      expect(await complaintsOf({ code, noticed: /never/ })).toEqual([])
    },
    90_000,
  )

  const alone = Object.entries(MUTANTS)
    .filter(([, mutant]) => mutant.alone)
    .map(([name, mutant]): [string, Mutant] => [
      `${name}, and each write is alone,`,
      { ...mutant, code: [...(mutant.code ?? []), ALONE] },
    ])
  it.each([...Object.entries(MUTANTS), ...alone])(
    'in which %s is noticed',
    async (_, mutant) => {
      const complaints = await complaintsOf(mutant)
      expect(complaints.join('\n')).toMatch(mutant.noticed)
    },
    90_000,
  )
})

/**
 * Runs the day on an instance with the mutant, until the mutant is noticed.
 * @returns every failure of an assertion, a response or an invariant by then
 */
async function complaintsOf(mutant: Mutant): Promise<string[]> {
  vi.resetModules()
  for (const [module, changes] of Map.groupBy(mutant.code ?? [], ([name]) => name)) {
    vi.doMock(module, async (original) => {
      let exports = (await original()) as Exports
      for (const [, change] of changes) exports = { ...exports, ...change(exports) }
      return exports
    })
  }
  const { openInstance } = await import('#lib/testing/instance.ts')
  const { findings } = await import('#lib/testing/consistency.ts')
  const instance = await openInstance()
  try {
    if (mutant.sql)
      await asSuperuser(
        addressOf(inject('cluster').adminUrl, new URL(instance.url).pathname.slice(1)),
        ...mutant.sql,
      )
    const complaints: string[] = []
    const isNoticed = async () => {
      if (mutant.noticed.test(complaints.join('\n'))) return true
      const found = await findings(instance)
      return mutant.noticed.test(found.map(({ check }) => check).join('\n'))
    }
    await business(instance, complaints, isNoticed)
    const found = await findings(instance, { atRest: true })
    return [...complaints, ...found.map(({ check }) => check)]
  } finally {
    await instance.close()
  }
}

/** @param isDone asked after each part of the day, whether the rest is left out */
async function business(
  instance: Instance,
  complaints: string[],
  isDone: () => Promise<boolean>,
): Promise<void> {
  const { openRest } = await import('#lib/testing/rest.ts')
  const { shopOf } = await import('#lib/testing/shop.ts')
  const { settleReserved } = await import('#lib/jobs/settle.ts')
  const rest = await openRest(instance)
  const shop = shopOf(rest, instance)
  let done = false
  const times = <T>(count: number, work: (index: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, index) => work(index)))
  const look = (answers: Answered[]) => {
    for (const { status, error } of answers) if (status >= 500) complaints.push(`500 ${error.reason}`)
    return answers.filter(({ status }) => status < 300)
  }
  const attempt = async (name: string, work: () => Promise<void>) => {
    if (done) return
    await work().catch((error) => complaints.push(`${name}: ${error}`))
    done = await isDone()
  }

  await attempt('one of each', async () => {
    const payment = await shop.captured(100_000)
    look([
      await shop.refund(payment, { amount: 1000 }),
      await shop.refund(payment, { amount: 2013 }),
      await shop.refund(payment, { amount: 3068, speed: 'optimum' }),
    ])
    await shop.authorized(5000)
    const order = await shop.order(10_000, { partial_payment: true, payment_capture: true })
    await shop.pay(order, undefined, { amount: 4000 })
    await shop.pay(order, undefined, { amount: 6000 })
    await instance.pass(60)
    await instance.pass(259_300)
    const expected = 100_000 - 2360 - 1000 - 3068 + 4000 - 94 + 6000 - 142
    if ((await instance.balance()) !== expected)
      complaints.push(`the balance is ${await instance.balance()} and not ${expected}`)
  })

  await attempt('fifty captures', async () => {
    const payment = await shop.authorized(5000)
    const captured = look(await times(50, () => shop.capture(payment)))
    if (captured.length !== 1) complaints.push(`${captured.length} captures of one payment`)
  })

  await attempt('refunds beyond the payment', async () => {
    const payment = await shop.captured(5000)
    const refunds = look(await times(20, () => shop.refund(payment, { amount: 2000 })))
    if (refunds.length > 2) complaints.push(`${refunds.length - 2} too many refunds`)
  })

  await attempt('refunds beyond the balance', async () => {
    const large = await times(4, () => shop.captured(4_000_000))
    look(await times(4, (index) => shop.refund(large[index])))
  })

  await attempt('reversals beyond the transfer', async () => {
    const body = { name: 'Wallet Holder', contact: '+919876510000' }
    const who = (await rest.post('/v1/customers', body)).body
    const give = (amount: number) =>
      rest.post('/v1/transfers', { customer_id: who.id, amount, currency: 'INR' })
    const [transfer] = look([await give(5000), await give(50_000)])
    const reverse = () => rest.post(`/v1/transfers/${transfer?.body.id}/reversals`, { amount: 2000 })
    const reversed = look(await times(20, reverse)).length
    if (reversed !== 2) complaints.push(`${reversed - 2} too many reversals beyond the transfer`)
  })

  await attempt('payments beyond the wallet', async () => {
    const body = { name: 'Wallet Holder', contact: '+919876510002', email: 'holder@example.com' }
    const who = (await rest.post('/v1/customers', body)).body
    look([await rest.post('/v1/transfers', { customer_id: who.id, amount: 5000, currency: 'INR' })])
    const orders = await times(20, () => shop.order(2000, { payment_capture: true }))
    const pay = (index: number) =>
      rest.post('/v1/payments/create/openwallet', {
        ...{ method: 'wallet', wallet: 'openwallet', customer_id: who.id, order_id: orders[index]?.id },
        ...{ amount: 2000, currency: 'INR', contact: body.contact, email: body.email },
      })
    const paid = look(await times(20, pay)).length
    if (paid !== 2) complaints.push(`${paid - 2} too many payments from the wallet`)
  })

  await attempt('transfers beyond the payment', async () => {
    const body = { name: 'Wallet Holder', contact: '+919876510001' }
    const who = (await rest.post('/v1/customers', body)).body
    look([await rest.post('/v1/transfers', { customer_id: who.id, amount: 100, currency: 'INR' })])
    const payment = await shop.captured(5000)
    const transfers = [{ customer: who.id, amount: 2000, currency: 'INR' }]
    const made = look(await times(20, () => rest.post(`/v1/payments/${payment.id}/transfers`, { transfers })))
    if (made.length !== 2) complaints.push(`${made.length - 2} too many transfers beyond the payment`)
  })

  await attempt('attempts on a paid order', async () => {
    const paid = await shop.captured(5000)
    const answers = look(await times(3, async () => shop.attempt(await shop.fetch(paid.order_id))))
    if (answers.length > 0) complaints.push(`${answers.length} attempts on a paid order`)
  })

  await attempt('one key', async () => {
    const orders = look(
      await times(50, () =>
        rest.post('/v1/orders', { amount: 777, currency: 'INR' }, { idempotencyKey: 'order' }),
      ),
    )
    const made = await shop.count('orders', 'amount = 777')
    if (made !== 1 || new Set(orders.map(({ text }) => text)).size !== 1)
      complaints.push(`${made} orders with one key`)
    const payment = await shop.captured(5000)
    look(await times(20, () => shop.refund(payment, { amount: 200 }, { idempotencyKey: 'refund' })))
    const refunds = await shop.count('refunds', 'payment_id = $1', payment.id)
    if (refunds !== 1) complaints.push(`${refunds} refunds with one key`)
  })

  await attempt('a slow bank', async () => {
    const payment = await shop.authorized(5000)
    const { acquirer } = instance.runtime
    let go = () => {}
    const gate = new Promise<void>((resolve) => {
      go = resolve
    })
    let calls = 0
    instance.runtime.acquirer = (account) => ({
      ...acquirer(account),
      async capture(request) {
        const answer = await acquirer(account).capture(request)
        calls += 1
        if (calls === 1) await gate
        return answer
      },
    })
    const slow = shop.capture(payment)
    await vi.waitFor(() => expect(calls).toBe(1))
    await instance.pass(31)
    await settleReserved(instance.runtime)
    go()
    look([await slow])
    instance.runtime.acquirer = acquirer
  })

  await attempt('the end', () => instance.pass(260_000))
}
