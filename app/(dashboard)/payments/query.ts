import { z } from 'zod'
import { flag, placeIn, several, shortText, typedAmount, typedNote } from '#components/record/address.ts'
import { PAGE_SIZES } from '#components/ui/pager.tsx'
import type { Query } from '#components/ui/query.ts'
import type { PaymentFilters } from '#lib/domain/payments/browse.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { Id } from '#lib/values/id.ts'
import { readPeriod } from '#lib/values/period.ts'

export const PATH = '/payments'

/** What an address is read with: the account's currency, the reader's zone and the present. */
export type Reader = { currency: string; zone: string; now: number }

export type ReadAddress = {
  filters: PaymentFilters
  /** The period in words, for its chip. */
  period: string | null
  count: number
  after?: string | undefined
  before?: string | undefined
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** The query of an address as one text a name: boxes that were ticked together become "captured,failed". */
export function paymentsQuery(searchParams: Record<string, string | string[] | undefined>): Query {
  const entries = Object.entries(searchParams).map(([name, value]) => {
    const several = name === 'status' || name === 'method'
    return [name, Array.isArray(value) ? (several ? value.filter(Boolean).join(',') : value.at(-1)) : value]
  })
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== ''))
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readPayments(query: Query, reader: Reader): ReadAddress {
  const time = readPeriod(query, reader.zone, reader.now)
  const parsed = address(reader.currency).safeParse(query)
  const problems = [
    ...(parsed.error?.issues.map((issue) => issue.message) ?? []),
    ...(time.problem ? [time.problem] : []),
  ]
  const { count = PAGE_SIZES[0], starting_after, ending_before, notes, ...filters } = parsed.data ?? {}
  return {
    filters: { ...filters, ...notes, from: time.from, to: time.to },
    period: time.words,
    count,
    after: starting_after,
    before: ending_before,
    problems,
  }
}

function address(currency: string) {
  return z.object({
    status: several(PAYMENT_STATUSES, 'status').optional(),
    method: several(PAYMENT_METHODS, 'method').optional(),
    min: typedAmount(currency).optional(),
    max: typedAmount(currency).optional(),
    email: shortText(64, 'The email').optional(),
    contact: shortText(20, 'The phone number').optional(),
    customer: Id('customer').optional(),
    last4: z
      .string()
      .regex(/^\d{4}$/, 'Enter the last 4 digits of the card number.')
      .optional(),
    order: shortText(40, 'The order or receipt').optional(),
    reference: shortText(40, 'The bank reference').optional(),
    error: shortText(60, 'The failure').optional(),
    refunded: z
      .enum(['none', 'partial', 'full', 'any'], 'Refunded must be none, partial, full or any.')
      .optional(),
    captured: flag.optional(),
    lapsing: flag.optional(),
    notes: typedNote.optional(),
    q: shortText(100, 'The search').optional(),
    ...placeIn('payment'),
  })
}
