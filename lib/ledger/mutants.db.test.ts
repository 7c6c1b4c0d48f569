import { randomUUID } from 'node:crypto'
import { afterEach, expect, inject, it, vi } from 'vitest'
import type { Part } from '#lib/testing/business-day.ts'
import { addressOf, asSuperuser } from '#lib/testing/database.ts'
import type { Body } from '#lib/testing/shop.ts'

/**
 * Whether the tests and the invariants would notice: each mutant removes one safeguard from the server and runs a day
 * of business, which must fail a check. The same day without a mutant is in business-day.db.test.ts.
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
  /** The parts of the day that notice it. They come first; the rest of the day follows while it is not noticed. */
  parts: Part[]
  /** Whether the mutant is of what joins writes, so that there is nothing to notice where each write is alone. */
  joined?: boolean
}

/** The second caller sees the payment as the first did. */
const AS_OFTEN_AS_IT_COMES: [string, (original: Exports) => Exports] = [
  '#lib/domain/payments/record-capture.ts',
  ({ recordCapture }) => ({
    recordCapture: async (context: Body, id: string, reference: string, response: Body) => {
      await context.tables
        .$executeRaw`UPDATE payments SET status = 'authorized', captured = false, operation = 'capture', fee = NULL, tax = NULL WHERE id = ${id} AND captured`
      await context.tables.$executeRaw`UPDATE bank_operations SET state = 'reserved' WHERE id = ${reference}`
      return recordCapture(context, id, reference, response)
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
    parts: ['one of each'],
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
    parts: ['one of each'],
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
    parts: ['one of each'],
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
    parts: ['one of each'],
  },
  'the kept balance is not kept': {
    sql: [
      'CREATE FUNCTION half() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN IF NEW.balance < OLD.balance THEN NEW.balance := OLD.balance; END IF; RETURN NEW; END $$',
      'CREATE TRIGGER half BEFORE UPDATE ON ledger_balances FOR EACH ROW EXECUTE FUNCTION half()',
    ],
    noticed: /kept balance equals/,
    parts: ['one of each'],
  },
  'the balance may fall below zero': {
    sql: ['ALTER TABLE ledger_balances DROP CONSTRAINT ledger_balances_not_negative'],
    noticed: /below zero/,
    parts: ['refunds beyond the balance'],
  },
  'a row may have changed since it was read': {
    code: [changes((update) => ({ ...update, expected: {} }))],
    noticed: /equals its refunds|captures of one payment/,
    parts: ['refunds beyond the payment'],
  },
  'a number may grow beyond its bound, and the table does not mind': {
    code: [additions((addition) => ({ ...addition, max: '9223372036854775807' }))],
    sql: [
      'ALTER TABLE transfers DROP CONSTRAINT transfers_amount',
      'ALTER TABLE payments DROP CONSTRAINT payments_amount_transferred',
    ],
    noticed: /reversals beyond the transfer[\s\S]*transfers beyond the payment/,
    parts: ['reversals beyond the transfer', 'transfers beyond the payment'],
  },
  'transfers do not count against their payment': {
    code: [additions((addition) => (addition.table === 'payments' ? { ...addition, delta: 0 } : addition))],
    noticed: /The transferred amount of a payment equals its transfers/,
    parts: ['transfers beyond the payment'],
  },
  'a wallet may fall below zero': {
    code: [statement((text) => text.replace('w.balance + s.lowest >= 0', 'true'))],
    sql: [
      'ALTER TABLE wallets DROP CONSTRAINT wallets_balance',
      'ALTER TABLE customer_transactions DROP CONSTRAINT customer_transactions_sides',
    ],
    noticed: /too many payments from the wallet/,
    parts: ['payments beyond the wallet'],
  },
  'a wallet has to hold enough only after all writes of a statement': {
    code: [statement((text) => text.replace('w.balance + s.lowest >= 0', 'w.balance + s.change >= 0'))],
    sql: [
      'ALTER TABLE wallets DROP CONSTRAINT wallets_balance',
      'ALTER TABLE customer_transactions DROP CONSTRAINT customer_transactions_sides',
    ],
    noticed: /a wallet was below zero on the way/,
    parts: ['a wallet that is filled too late'],
    joined: true,
  },
  'a statement goes on where a row has changed': {
    code: [statement((text) => text.replace('SELECT 1 / (', 'SELECT 1 / (true OR '))],
    noticed: /too many|captures of one payment|equals/,
    parts: ['refunds beyond the payment'],
  },
  'of two equal keys one is lost': {
    code: [statement((text) => text.replace('FROM keys JOIN claim USING (account_id, key)', 'FROM keys'))],
    noticed: /with one key/,
    parts: ['one key'],
  },
  'equal keys share a statement': {
    code: [
      [
        '#lib/pipeline/changes-statement.ts',
        ({ rowsChangedBy }) => ({
          rowsChangedBy: ({ claim: _, ...write }: Body) => rowsChangedBy({ ...write, claim: null }),
        }),
      ],
    ],
    noticed: /with one key/,
    parts: ['one key'],
    joined: true,
  },
  'a number is not added up over the writes of a statement': {
    code: [additions((addition) => ({ ...addition, delta: 0 }))],
    noticed: /The reversed amount of a transfer equals its reversals/,
    parts: ['reversals beyond the transfer'],
  },
  'a refund may be more than is left': {
    code: [
      [
        '#lib/domain/refunds/rules.ts',
        () => ({ refundAmount: (payment: Body, request: Body) => request.amount ?? payment.amount }),
      ],
    ],
    noticed: /500 server_error/,
    parts: ['refunds beyond the payment'],
  },
  'a refund may be more than is left, and the table does not mind': {
    code: [
      [
        '#lib/domain/refunds/rules.ts',
        () => ({ refundAmount: (payment: Body, request: Body) => request.amount ?? payment.amount }),
      ],
    ],
    sql: [
      'ALTER TABLE payments DROP CONSTRAINT payments_refunded',
      'ALTER TABLE payments DROP CONSTRAINT payments_refund_status',
    ],
    noticed: /refunded beyond/,
    parts: ['refunds beyond the payment'],
  },
  'a capture looks at nothing': {
    code: [['#lib/domain/payments/rules.ts', () => ({ assertCapturable: () => {} })]],
    noticed: /50 captures of one payment/,
    parts: ['fifty captures'],
  },
  'an answer of the bank is recorded as often as it comes': {
    code: [AS_OFTEN_AS_IT_COMES],
    noticed: /500 server_error/,
    parts: ['a slow bank'],
  },
  'an answer of the bank is recorded as often as it comes, and nothing makes a movement unique': {
    code: [AS_OFTEN_AS_IT_COMES],
    sql: [
      'DROP INDEX ledger_transactions_account_id_reference_key',
      'ALTER TABLE orders DROP CONSTRAINT orders_amount_paid',
      'ALTER TABLE orders DROP CONSTRAINT orders_paid_in_full',
    ],
    noticed: /every movement is posted once/,
    parts: ['a slow bank'],
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
    parts: ['one of each'],
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
    parts: ['one of each'],
  },
  'an order takes any attempt': {
    code: [['#lib/domain/orders/rules.ts', () => ({ assertPayable: () => {} })]],
    noticed: /attempts on a paid order/,
    parts: ['attempts on a paid order'],
  },
  'an idempotency key is not claimed': {
    code: [
      [
        '#lib/pipeline/idempotency.ts',
        ({ claimRow }) => ({
          claimRow: (...requested: Body[]) => {
            const claim = claimRow(...requested)
            return { ...claim, key: `${claim.key}${randomUUID()}` }
          },
        }),
      ],
    ],
    noticed: /with one key/,
    parts: ['one key'],
  },
  'nothing keeps two rows from having one idempotency key': {
    sql: ['ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey'],
    noticed: /with one key/,
    parts: ['one key'],
  },
  'a fee is forgotten': {
    code: [['#lib/domain/payments/rules.ts', () => ({ feesOfCapture: () => ({ fee: 0, tax: 0 }) })]],
    noticed: /the balance/,
    parts: ['one of each'],
  },
  'events are lost': {
    code: [inserts((table, row) => (table === 'events' && row.event === 'refund.processed' ? [] : [row]))],
    noticed: /processed refund is told of once/,
    parts: ['one of each'],
  },
  'events are written twice': {
    code: [
      inserts((table, row) =>
        table === 'events' && row.event === 'payment.captured' ? [row, { ...row, id: `${row.id}2` }] : [row],
      ),
    ],
    noticed: /captured payment is told of once/,
    parts: ['one of each'],
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
                return Promise.resolve({ rows: [{ pending: 1, live: [...writes.keys()], queued: 0 }] })
              },
            }),
        }),
      ],
    ],
    noticed: /\d+ captures of one payment|too many|with one key/,
    parts: ['fifty captures'],
  },
}

/** Every module that a mutant replaces, so that none is left for the next. */
const MODULES = new Set(
  Object.values(MUTANTS)
    .flatMap(({ code = [] }) => code)
    .map(([module]) => module),
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

it.each(
  Object.entries(MUTANTS).flatMap(([name, mutant]): [string, Mutant, boolean][] => [
    [name, mutant, true],
    ...(mutant.joined
      ? []
      : [[`${name}, and each write is alone,`, mutant, false] as [string, Mutant, boolean]]),
  ]),
)(
  'a day of business in which %s is noticed',
  async (_, mutant, join) => {
    expect((await complaintsOf(mutant, join)).join('\n')).toMatch(mutant.noticed)
  },
  90_000,
)

/** @returns every failure of the day on an instance with the mutant, until the mutant is noticed */
async function complaintsOf({ code = [], sql, noticed, parts }: Mutant, join: boolean): Promise<string[]> {
  vi.resetModules()
  for (const [module, changes] of Map.groupBy(code, ([name]) => name)) {
    vi.doMock(module, async (original) => {
      let exports = (await original()) as Exports
      for (const [, change] of changes) exports = { ...exports, ...change(exports) }
      return exports
    })
  }
  const { openInstance } = await import('#lib/testing/instance.ts')
  const { complaintsOfDay } = await import('#lib/testing/business-day.ts')
  const instance = await openInstance({ join })
  try {
    if (sql) {
      const database = new URL(instance.url).pathname.slice(1)
      await asSuperuser(addressOf(inject('cluster').adminUrl, database), ...sql)
    }
    return await complaintsOfDay(instance, { first: parts, until: noticed })
  } finally {
    await instance.close()
  }
}
