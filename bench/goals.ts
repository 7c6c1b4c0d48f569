import type { Summary } from '#bench/measure.ts'
import type { Result } from '#bench/scenarios/scenario.ts'
import type { CountedOperation } from '#lib/testing/trip-operations.ts'

/** The goals of a run: `hold` must never be missed again once it was reached, `aim` is the target of the project. */
type Goal = {
  row: string
  unit: '' | '/s' | 'µs' | 'ms' | 's' | 'MB' | 'KB' | 'trips'
  better: 'more' | 'less'
  hold?: number
  aim?: number
  /** Undefined where the run didn't measure it. */
  value(run: Run): number | undefined
}

export type Verdict = Omit<Goal, 'value'> & { measured: number; verdict: 'aim' | 'hold' | 'missed' }

/** Every goal with a result in a run. */
export function judge(results: Result[], rows: number): Verdict[] {
  const run = new Run(results, rows)
  return GOALS.flatMap(({ value, ...goal }) => {
    const measured = value(run)
    return measured === undefined || Number.isNaN(measured)
      ? []
      : [{ ...goal, measured, verdict: verdictOf(goal, measured) }]
  })
}

function verdictOf({ better, hold, aim }: Omit<Goal, 'value'>, measured: number): Verdict['verdict'] {
  const reaches = (goal: number | undefined) =>
    goal !== undefined && (better === 'more' ? measured >= goal : measured <= goal)
  if (reaches(aim)) return 'aim'
  return reaches(hold) ? 'hold' : 'missed'
}

/** The measurements, by name. */
class Run {
  readonly large: string
  private readonly results: Result[]

  constructor(results: Result[], rows: number) {
    this.results = results
    this.large = `${rows.toLocaleString('en')} rows`
  }

  figure(what: string): number | undefined {
    return this.results.flatMap(({ figures = [] }) => figures).find((figure) => figure.what === what)?.value
  }

  /** The largest of the figures whose names begin so. */
  worst(beginning: string): number | undefined {
    const all = this.results
      .flatMap(({ figures = [] }) => figures)
      .filter(({ what }) => what.startsWith(beginning))
    return all.length === 0 ? undefined : Math.max(...all.map(({ value }) => value))
  }

  /** A server in a scenario; the product is `npm start`, or its handlers where there is no build. */
  summary(scenario: string, server = 'product'): Summary | undefined {
    const { summaries = [] } =
      this.results.flatMap(({ outcomes }) => outcomes).find((outcome) => outcome.scenario === scenario) ?? {}
    const names =
      server === 'product' ? ['npm start', 'handlers before Next', 'product', 'the dispatcher'] : [server]
    return names.map((name) => summaries.find((each) => each.server.startsWith(name))).find(Boolean)
  }

  /** How many times the requests per second of another server one serves, by the medians of the rounds. */
  over(scenario: string, other: string, server = 'product'): number | undefined {
    const [own, base] = [this.summary(scenario, server), this.summary(scenario, other)]
    return own && base && own.ratio / base.ratio
  }
}

const ALONE = 'database alone'
const ratio = (
  row: string,
  scenario: string,
  other: string,
  hold: number | undefined,
  aim: number,
): Goal => ({
  ...{ row, unit: '', better: 'more', aim, ...(hold === undefined ? {} : { hold }) },
  value: (run) => run.over(scenario.replace('$large', run.large), other),
})
const page = (row: string, of: string): Goal => ({
  ...{ row, unit: 'ms', better: 'less', aim: 150 },
  value: (run) => run.figure(`page ${of}, first byte, ${run.large}`) ?? run.worst(`page ${of}=`),
})
const figure = (row: string, what: string, unit: Goal['unit'], aim: number, hold?: number): Goal => ({
  ...{ row, unit, better: 'less', aim, ...(hold === undefined ? {} : { hold }) },
  value: (run) => run.figure(what.replace('$large', run.large)),
})

const SEARCHES = [
  ...[
    'receipt',
    'amount in the search box',
    'last4',
    'note',
    'bank reference',
    'error reason',
    'refund status',
  ],
  ...['email', 'contact', 'range of amounts', 'beginning of an email', 'receipt in the search box'],
]
const TRIPS: Partial<Record<CountedOperation, number>> = {
  'create an order': 1,
  'pay by card and capture': 8,
  'capture a payment': 4,
  'refund a part': 2,
  'transfer from the balance': 2,
  'transfer a payment': 2,
  'reverse a transfer': 2,
  'pay from a wallet': 2,
  'create a payout': 2,
  'process a payout': 4,
}
const WEIGHTS = { overview: 110, payments: 110, payment: 120, checkout: 60 }
const COUNTED = ['payments', 'orders', 'refunds']

const GOALS: Goal[] = [
  ratio('create order over the baseline', 'orders', 'baseline', 0.8, 1.5),
  {
    ...{ row: 'create order alone (joining off) over the baseline', unit: '', better: 'more', hold: 0.8 },
    value: (run) => run.over('orders', 'baseline', 'joining off'),
  },
  {
    ...{ row: 'create order, server CPU', unit: 'µs', better: 'less', hold: 200, aim: 100 },
    value: (run) => run.summary('orders')?.serverMicros,
  },
  {
    ...{ row: 'create order, database CPU', unit: 'µs', better: 'less', hold: 150, aim: 80 },
    value: (run) => run.summary('orders')?.databaseMicros,
  },
  {
    ...{ row: 'create order over the one statement alone', unit: '', better: 'more', hold: 0.3, aim: 0.7 },
    value: (run) => run.over('orders', 'pgbench') ?? run.over('orders', ALONE),
  },
  ratio('create order over Next and a Prisma transaction', 'orders', 'Next and a Prisma', 6, 15),
  ratio('create order over PostGraphile', 'orders', 'PostGraphile', 2.5, 6),
  ...Object.entries(TRIPS).map(([name, aim]) => figure(`${name}, trips`, `${name}, trips`, 'trips', aim)),
  {
    ...{ row: 'capture, server and database CPU', unit: 'µs', better: 'less', aim: 1000 },
    value: (run) => {
      const summary = run.summary('capture')
      return summary && summary.serverMicros + summary.databaseMicros
    },
  },
  {
    ...{ row: 'capture (84/s on 2026-11-22)', unit: '/s', better: 'more', aim: 1680 },
    value: (run) => run.summary('capture')?.perSecond,
  },
  ratio('one hot wallet over the one-by-one baseline', 'debits, one wallet', 'baseline', 4, 8),
  ratio('1,000 wallets over the bare statement', 'debits, 1,000 wallets', ALONE, 0.35, 0.55),
  {
    ...{ row: '1,000 wallets over one wallet', unit: '', better: 'more', aim: 1 },
    value: (run) => {
      const [many, one] = [run.summary('debits, 1,000 wallets'), run.summary('debits, one wallet')]
      return many && one && many.perSecond / one.perSecond
    },
  },
  ratio('list of 100 over the baseline, 1,000 rows', 'first page, 1,000 rows', 'baseline', 0.6, 1),
  ratio('list of 100 over the baseline, large table', 'first page, $large', 'baseline', 0.6, 1),
  ratio('list of 100 over PostGraphile, large table', 'first page, $large', 'PostGraphile', undefined, 3),
  figure('deep page by skip, in the database', 'deep page by skip, $large, in the database', 'ms', 10, 25),
  figure(
    'deep page by cursor, in the database',
    'deep page by cursor, $large, in the database',
    'ms',
    10,
    25,
  ),
  {
    ...{ row: 'payments page, first byte, 4 viewers', unit: 'ms', better: 'less', aim: 150 },
    value: (run) => run.summary(`payments page, first byte, 4 viewers, ${run.large}`)?.p50,
  },
  page('orders page, first byte', '/orders'),
  page('payments found by receipt, first byte', '/payments?order'),
  page('payments found by email, first byte', '/payments?email'),
  {
    ...{ row: 'slowest list page, first byte', unit: 'ms', better: 'less', aim: 150 },
    value: (run) => run.worst('page /'),
  },
  ...COUNTED.map((noun) =>
    figure(
      `${noun}: first page, count, sum and by status, in the database`,
      `${noun} by nothing: count and sum, and by status, $large`,
      'ms',
      10,
    ),
  ),
  figure('overview of 30 days, in the database', 'overview of 30 days, in the database, $large', 'ms', 10),
  ...SEARCHES.map((name) => figure(`search: payments by ${name}`, `payments by ${name}, $large`, 'ms', 100)),
  {
    ...{ row: 'search and palette, slowest way of finding', unit: 'ms', better: 'less', aim: 100 },
    value: (run) => run.worst('search by '),
  },
  {
    ...{ row: 'search field of payments, slowest way of finding', unit: 'ms', better: 'less', aim: 100 },
    value: (run) => run.worst('list of payments search by '),
  },
  figure('search: orders by receipt', 'orders by receipt, $large', 'ms', 100),
  {
    ...{ row: 'webhooks, one dispatcher', unit: '/s', better: 'more', hold: 5000, aim: 12_000 },
    value: (run) => run.summary('deliveries, one dispatcher')?.perSecond,
  },
  figure('start of an existing build to the first response', 'start to the first response', 's', 0.5, 1),
  figure('memory of the server at the start', 'memory of the server at the start', 'MB', 200, 250),
  figure('memory of the server after load', 'memory of the server after load', 'MB', 200, 350),
  ...Object.entries(WEIGHTS).map(([name, aim]) =>
    figure(`scripts of the ${name} page, gzip`, `scripts of the ${name} page, gzip`, 'KB', aim),
  ),
  ratio('code for token over oidc-provider', 'code for token', 'oidc-provider on PostgreSQL', 1, 3),
  ratio('introspection over oidc-provider', 'introspection', 'oidc-provider on PostgreSQL', 2, 4),
]
