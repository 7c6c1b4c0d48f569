import { type MeasuredOutcome, ratioOf, type Summary } from '#bench/measure.ts'
import type { Subject } from '#bench/profile/subjects.ts'
import type { Figure } from '#bench/scenarios/scenario.ts'
import type { CountedOperation } from '#lib/testing/trip-operations.ts'

export type Unit = '' | '/s' | 'µs' | 'ms' | 's' | 'MB' | 'KB' | 'trips'

/** What is to be reached, and how it is measured. */
export type Goal = {
  work: string
  unit: Unit
  better: 'more' | 'less'
  goal: number
  /** A weaker bound, for which a miss is worse than one of the goal. */
  hold?: number
  /** What the project wants after the goal. */
  aim?: number
  /** The scenario that measures it, with `rows` payments where their number matters. */
  scenario: string
  rows?: number
  peer?: 'postgraphile' | 'prisma'
  /** What shows where the time or memory goes, where the goal is missed: a subject of bench/profile.ts. */
  profile?: Subject
  /** The heading of bench/README.md under which a miss is explained. */
  explained?: string
  /** Undefined where the run didn't measure it. */
  read(run: Run): Reading | undefined
}

/** A value, and the largest share of the machine that others used in a round of it, where it has rounds. */
export type Reading = { value: number; others?: number }

export type Measured = { outcomes: MeasuredOutcome[]; figures?: Figure[] }

/** The default size of the large table. */
const MILLION = 1_000_000
const TEN_MILLION = 10_000_000

/** The goals that a run of a scenario at a size has measured, by their work. */
export function readingsOf(scenario: string, rows: number, result: Measured): Map<string, Reading> {
  const run = new Run(result)
  const readings = new Map<string, Reading>()
  for (const goal of GOALS) {
    if (goal.scenario !== scenario || (goal.rows !== undefined && goal.rows !== rows)) continue
    const reading = goal.read(run)
    if (reading && !Number.isNaN(reading.value)) readings.set(goal.work, reading)
  }
  return readings
}

/** Whether a value is at least as good as a bound. */
export function reaches({ better }: Pick<Goal, 'better'>, value: number, bound: number): boolean {
  return better === 'more' ? value >= bound : value <= bound
}

/** The command that measures a goal, and keeps the value. */
export function commandOf({ scenario, rows, peer }: Pick<Goal, 'scenario' | 'rows' | 'peer'>): string {
  const size = rows !== undefined && rows !== MILLION ? ` --rows ${rows}` : ''
  const beside = peer ? ` --beside ${peer}` : ''
  return `npm run bench -- ${scenario}${size}${beside} --results`
}

/** The measurements of a scenario, by name. */
class Run {
  private readonly result: Measured

  constructor(result: Measured) {
    this.result = result
  }

  figure(what: string): Reading | undefined {
    const found = this.result.figures?.find((figure) => figure.what === what)
    return found && { value: found.value }
  }

  /** The largest of the figures with such names. */
  worst(pattern: RegExp): Reading | undefined {
    const all = (this.result.figures ?? []).filter(({ what }) => pattern.test(what))
    return all.length === 0 ? undefined : { value: Math.max(...all.map(({ value }) => value)) }
  }

  /** Of a server in an outcome; the product is `npm start`, or its handlers where there is no build. */
  read(
    scenario: string,
    value: (own: Summary, other: (name: string) => Summary | undefined) => number | undefined,
    server = 'product',
  ): Reading | undefined {
    const outcome = this.result.outcomes.find((each) => each.scenario === scenario)
    const find = (name: string) => outcome?.summaries.find((each) => each.server.startsWith(name))
    const names =
      server === 'product' ? ['npm start', 'handlers before Next', 'product', 'the dispatcher'] : [server]
    const own = names.map(find).find(Boolean)
    const measured = own && value(own, find)
    if (measured === undefined) return undefined
    return outcome?.others === undefined ? { value: measured } : { value: measured, others: outcome.others }
  }

  /** How many times the requests per second of another server one serves. */
  over(scenario: string, others: string[], server = 'product'): Reading | undefined {
    return this.read(
      scenario,
      (own, other) => {
        const base = others.map(other).find(Boolean)
        return base && ratioOf(own, base)
      },
      server,
    )
  }
}

const size = (rows: number) => `${rows.toLocaleString('en')} rows`

const ALONE = 'database alone'

/** A goal without its way of measuring. */
type Aim = Pick<Goal, 'work' | 'scenario' | 'goal'> &
  Partial<Pick<Goal, 'hold' | 'aim' | 'rows' | 'peer' | 'profile' | 'explained'>>

/** The requests per second of the product, or of one server, over those of the first other server that ran. */
function ratio(aim: Aim, outcome: string, others: string[], server = 'product'): Goal {
  return { ...aim, unit: '', better: 'more', read: (run) => run.over(outcome, others, server) }
}

/** A single figure, of which less is better. */
function figure(aim: Aim, unit: Unit, what: string): Goal {
  return { ...aim, unit, better: 'less', read: (run) => run.figure(what) }
}

function slowest(aim: Aim, pattern: RegExp): Goal {
  return { ...aim, unit: 'ms', better: 'less', read: (run) => run.worst(pattern) }
}

/** A value of the product in an outcome. */
function own(aim: Aim, unit: Unit, outcome: string, value: (summary: Summary) => number): Goal {
  return { ...aim, unit, better: unit === '/s' ? 'more' : 'less', read: (run) => run.read(outcome, value) }
}

const perSecond = (summary: Summary) => summary.perSecond

const ORDERS = { scenario: 'orders', profile: 'order', explained: 'An order' } as const
const ORDER_GOALS: Goal[] = [
  ratio({ work: 'create order over the baseline', ...ORDERS, goal: 1.5, hold: 0.8 }, 'orders', ['baseline']),
  ratio(
    {
      work: 'create order, each write alone (joining off), over the baseline',
      scenario: 'orders',
      profile: 'alone',
      explained: 'An order whose write is made alone',
      goal: 0.8,
    },
    'orders',
    ['baseline'],
    'joining off',
  ),
  own(
    { work: 'create order, server CPU', ...ORDERS, goal: 200, hold: 200, aim: 100 },
    'µs',
    'orders',
    ({ serverMicros }) => serverMicros,
  ),
  own(
    { work: 'create order, database CPU', ...ORDERS, goal: 150, hold: 200, aim: 80 },
    'µs',
    'orders',
    ({ databaseMicros }) => databaseMicros,
  ),
]

const CAPTURE = { scenario: 'capture', profile: 'capture', explained: 'A capture' } as const
const CAPTURE_GOALS: Goal[] = [
  own({ work: 'capture (84/s on 2026-11-22)', ...CAPTURE, goal: 1680 }, '/s', 'capture', perSecond),
  own(
    { work: 'capture, server and database CPU', ...CAPTURE, goal: 1000 },
    'µs',
    'capture',
    ({ serverMicros, databaseMicros }) => serverMicros + databaseMicros,
  ),
  figure(
    {
      work: 'capture of a payment that another process authorized, trips',
      scenario: 'capture',
      explained: 'Trips',
      goal: 4,
    },
    'trips',
    'capture of a payment that another process authorized, trips',
  ),
]

/** The goals of the operations whose trips are counted, under the names that the table gives them. */
export const TRIPS: Partial<Record<CountedOperation, { work: string; goal: number }>> = {
  'create an order': { work: 'create order', goal: 1 },
  'pay by card and capture': { work: 'pay by card and capture', goal: 8 },
  'capture a payment': { work: 'capture', goal: 4 },
  'refund a part': { work: 'refund a part', goal: 2 },
  'process a refund': { work: 'process a refund (calls the bank)', goal: 4 },
  'transfer from the balance': { work: 'transfer from the balance (also cashback)', goal: 2 },
  'transfer a payment': { work: 'transfer a payment', goal: 2 },
  'reverse a transfer': { work: 'reverse a transfer', goal: 2 },
  'pay from a wallet': { work: 'pay from a wallet', goal: 2 },
  'create a payout': { work: 'create a payout', goal: 2 },
  'process a payout': { work: 'process a payout (calls the bank)', goal: 4 },
}
const TRIP_GOALS = Object.entries(TRIPS).map(([name, { work, goal }]) =>
  figure({ work: `${work}, trips`, scenario: 'trips', explained: 'Trips', goal }, 'trips', `${name}, trips`),
)

const ONE_WALLET = 'debits, one wallet'
const MANY_WALLETS = 'debits, 1,000 wallets'
/** The product with both, in turns. */
export const WALLETS_BESIDE_ONE = {
  scenario: 'debits, 1,000 wallets beside one',
  one: 'one wallet',
  many: '1,000 wallets',
}
const MANY = { scenario: 'wallets', profile: 'wallets', explained: '1,000 wallets' } as const
const WALLET_GOALS: Goal[] = [
  ratio(
    {
      work: 'one hot wallet over the one-by-one baseline',
      scenario: 'wallets',
      profile: 'wallet',
      explained: 'One hot wallet',
      goal: 8,
      hold: 4,
    },
    ONE_WALLET,
    ['baseline'],
  ),
  ratio({ work: '1,000 wallets over the bare statement', ...MANY, goal: 0.55, hold: 0.35 }, MANY_WALLETS, [
    ALONE,
  ]),
  ratio(
    { work: '1,000 wallets over one wallet', ...MANY, goal: 1 },
    WALLETS_BESIDE_ONE.scenario,
    [WALLETS_BESIDE_ONE.one],
    WALLETS_BESIDE_ONE.many,
  ),
]

const LISTS = { scenario: 'lists', profile: 'list', explained: 'A list of 100' } as const
const LIST_GOALS: Goal[] = [
  ...[1000, MILLION].map((rows) =>
    ratio(
      { work: `list of 100 over the baseline, ${size(rows)}`, ...LISTS, rows: MILLION, goal: 1, hold: 0.6 },
      `first page, ${size(rows)}`,
      ['baseline'],
    ),
  ),
  ratio(
    {
      work: 'create order over PostGraphile',
      scenario: 'orders',
      peer: 'postgraphile',
      profile: 'postgraphile',
      explained: 'PostGraphile',
      goal: 6,
      hold: 2.5,
    },
    'orders',
    ['PostGraphile'],
  ),
  ratio(
    {
      work: `list of 100 over PostGraphile, ${size(MILLION)}`,
      ...LISTS,
      explained: 'PostGraphile',
      rows: MILLION,
      peer: 'postgraphile',
      goal: 3,
    },
    `first page, ${size(MILLION)}`,
    ['PostGraphile'],
  ),
  ...['skip', 'cursor'].map((way) =>
    figure(
      {
        work: `page past a million of 10 M by ${way}, in the database`,
        scenario: 'lists',
        rows: TEN_MILLION,
        goal: 10,
        hold: 25,
      },
      'ms',
      `deep page by ${way}, ${size(TEN_MILLION)}, in the database`,
    ),
  ),
]

const PAGES = { scenario: 'pages', rows: MILLION, goal: 150 }
const PAGE_GOALS: Goal[] = [
  ...[MILLION, TEN_MILLION].map((rows) =>
    own(
      {
        work: `payments page at ${rows / MILLION} M, first byte, 4 viewers`,
        scenario: 'page',
        rows,
        explained: 'The payments page',
        goal: 150,
      },
      'ms',
      `payments page, first byte, 4 viewers, ${size(rows)}`,
      ({ p50 }) => p50,
    ),
  ),
  ...[MILLION, TEN_MILLION].map((rows) =>
    own(
      {
        work: `overview at ${rows / MILLION} M, first byte, 1 viewer`,
        scenario: 'overview',
        rows,
        goal: 150,
      },
      'ms',
      `overview, first byte, 1 viewer, ${size(rows)}`,
      ({ p50 }) => p50,
    ),
  ),
  slowest({ work: 'orders page at 1 M, first byte', ...PAGES }, /^page \/orders,/),
  slowest({ work: 'payments found by receipt at 1 M, first byte', ...PAGES }, /^page \/payments\?order=/),
  slowest({ work: 'payments found by email at 1 M, first byte', ...PAGES }, /^page \/payments\?email=/),
  slowest({ work: 'slowest page of all lists at 1 M, first byte', ...PAGES }, /^page \//),
]

const COUNT_GOALS: Goal[] = [
  ...['payments', 'orders', 'refunds'].map((noun) =>
    figure(
      {
        work: `${noun} at 10 M: first page, count, sum and by status, in the database`,
        scenario: 'filters',
        rows: TEN_MILLION,
        goal: 10,
      },
      'ms',
      `${noun} by nothing: count and sum, and by status, ${size(TEN_MILLION)}`,
    ),
  ),
  figure(
    {
      work: 'overview of 30 days at 10 M, in the database',
      scenario: 'overview',
      rows: TEN_MILLION,
      goal: 10,
    },
    'ms',
    `overview of 30 days, in the database, ${size(TEN_MILLION)}`,
  ),
]

const PAYMENTS_BY = [
  'receipt',
  'amount in the search box',
  'last4',
  'note',
  'bank reference',
  'error reason',
  'refund status',
  'email',
  'contact',
  'range of amounts',
  'beginning of an email',
  'receipt in the search box',
]
const SEARCH_GOALS = [...PAYMENTS_BY.map((by) => `payments by ${by}`), 'orders by receipt'].map((search) =>
  figure(
    { work: `search at 10 M: ${search}`, scenario: 'filters', rows: TEN_MILLION, goal: 100 },
    'ms',
    `${search}, ${size(TEN_MILLION)}`,
  ),
)

const MEMORY = { scenario: 'start', profile: 'memory', explained: 'Memory' } as const
const START_GOALS: Goal[] = [
  figure(
    {
      work: 'start of an existing build to the first response',
      scenario: 'start',
      profile: 'start',
      explained: 'The start',
      goal: 1,
      aim: 0.5,
    },
    's',
    'start to the first response',
  ),
  ...Object.entries({ 'at the start': 250, 'after load': 350 }).map(([when, goal]) =>
    figure(
      { work: `memory of the server ${when}`, ...MEMORY, goal, aim: 200 },
      'MB',
      `memory of the server ${when}`,
    ),
  ),
]

const BACKUP = { scenario: 'backup', rows: TEN_MILLION }
const BACKUP_GOALS: Goal[] = [
  ratio(
    { work: 'create order during a backup over without', ...BACKUP, goal: 0.8 },
    `orders beside a backup, ${size(TEN_MILLION)}`,
    ['no backup'],
    'during a backup',
  ),
  figure({ work: 'backup of 10 M payments', ...BACKUP, goal: 300 }, 's', `backup of 10,000,000 payments`),
]

const SCRIPT_GOALS = Object.entries({ overview: 110, payments: 110, payment: 120, checkout: 60 }).map(
  ([name, goal]) =>
    figure(
      { work: `scripts of the ${name} page, gzip`, scenario: 'weight', explained: 'Scripts', goal },
      'KB',
      `scripts of the ${name} page, gzip`,
    ),
)

const SEARCH = { scenario: 'search', rows: MILLION, goal: 100 }
const TOKENS = { scenario: 'tokens', explained: 'Tokens' }
const PROVIDER = ['oidc-provider on PostgreSQL']
const FURTHER: Goal[] = [
  ratio({ work: 'create order over the one statement alone', ...ORDERS, goal: 0.7, hold: 0.3 }, 'orders', [
    'pgbench',
    ALONE,
  ]),
  ratio(
    {
      work: 'create order over Next and a Prisma transaction',
      ...ORDERS,
      peer: 'prisma',
      goal: 15,
      hold: 6,
    },
    'orders',
    ['Next and a Prisma'],
  ),
  slowest({ work: 'search and palette at 1 M, slowest way of finding', ...SEARCH }, /^search by /),
  slowest(
    { work: 'search field of payments at 1 M, slowest way of finding', ...SEARCH },
    /^list of payments search by /,
  ),
  ratio(
    { work: 'code for token over oidc-provider', ...TOKENS, goal: 3, hold: 1 },
    'code for token',
    PROVIDER,
  ),
  ratio({ work: 'introspection over oidc-provider', ...TOKENS, goal: 4, hold: 2 }, 'introspection', PROVIDER),
]

const DISPATCHER = { scenario: 'webhooks', profile: 'webhooks', explained: 'Webhooks' } as const

/** Every goal, by the table that it stands in. */
export const TABLES: { title: string; goals: Goal[] }[] = [
  {
    title: 'Few trips, and every page flat',
    goals: [
      ...ORDER_GOALS,
      ...CAPTURE_GOALS,
      ...TRIP_GOALS,
      ...WALLET_GOALS,
      ...LIST_GOALS,
      ...PAGE_GOALS,
      ...COUNT_GOALS,
      ...SEARCH_GOALS,
      own(
        { work: 'webhooks, one dispatcher', ...DISPATCHER, goal: 12_000, hold: 5000 },
        '/s',
        'deliveries, one dispatcher',
        perSecond,
      ),
      ...START_GOALS,
      ...BACKUP_GOALS,
      ...SCRIPT_GOALS,
    ],
  },
  { title: 'Beside other programs', goals: FURTHER },
]

const GOALS = TABLES.flatMap(({ goals }) => goals)
