/**
 * What is counted: for each kind the table whose rows it counts, the columns by which it tells them apart, and the
 * columns that it adds up. The counters have columns of the same names, so a condition or a sum over rows is one over
 * counters, too.
 */
export const COUNTED = {
  payments: {
    table: 'payments',
    dimensions: ['currency', 'status', 'method', 'captured'],
    sums: ['amount', 'amount_refunded'],
  },
  /** Apart from the payments, so that the reasons do not multiply the counters of every status and method. */
  failures: {
    table: 'payments',
    onlyStatus: 'failed',
    dimensions: ['currency', 'error_reason'],
    sums: ['amount'],
  },
  orders: {
    table: 'orders',
    dimensions: ['currency', 'status', 'authorized'],
    sums: ['amount', 'amount_paid'],
  },
  refunds: { table: 'refunds', dimensions: ['currency', 'status'], sums: ['amount'] },
} as const satisfies Record<string, Counted>

export type Counted = {
  table: 'payments' | 'orders' | 'refunds'
  /** Only rows of this status count. */
  onlyStatus?: string
  dimensions: readonly Dimension[]
  sums: readonly Sum[]
}

export const COUNTER_KINDS = Object.entries<Counted>(COUNTED)

/** The columns that tell counters apart beside account, kind and time, and what each holds for a kind that does not use it. */
export const DIMENSIONS = {
  currency: '',
  status: '',
  method: '',
  captured: false,
  authorized: false,
  error_reason: '',
} as const
type Dimension = keyof typeof DIMENSIONS
export const DIMENSION_NAMES = Object.keys(DIMENSIONS) as Dimension[]

export const SUMS = ['amount', 'amount_paid', 'amount_refunded'] as const
type Sum = (typeof SUMS)[number]

/** The lengths of time that are counted, in seconds: half an hour, 3 hours, a day and 30 days, each a multiple of the one before. */
export const SPANS = [1800, 10_800, 86_400, 2_592_000] as const
