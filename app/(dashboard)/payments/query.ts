import { z } from 'zod'
import { PAGE_SIZES } from '#components/ui/pager.tsx'
import type { Query } from '#components/ui/query.ts'
import type { PaymentFilters } from '#lib/domain/payments/browse.ts'
import { PAYMENT_METHODS, PAYMENT_STATUSES } from '#lib/domain/payments/schema.ts'
import { Id } from '#lib/values/id.ts'
import { parseMoney } from '#lib/values/money-text.ts'
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
  const { filters, place, problems } = parse(query, reader.currency)
  return {
    filters: { ...filters, from: time.from, to: time.to },
    period: time.words,
    count: place.count ?? PAGE_SIZES[0],
    after: place.starting_after,
    before: place.ending_before,
    problems: [...problems, ...(time.problem ? [time.problem] : [])],
  }
}

function parse(query: Query, currency: string) {
  const parsed = address(currency).safeParse(query)
  if (!parsed.success) return { filters: {}, place: {} as Partial<Place>, problems: parsed.error.issues.map((issue) => issue.message) }
  const { count, starting_after, ending_before, notes, ...rest } = parsed.data
  return { filters: { ...rest, ...notes }, place: { count, starting_after, ending_before }, problems: [] }
}

type Place = { count: number | undefined; starting_after: string | undefined; ending_before: string | undefined }

function address(currency: string) {
  const money = amount(currency).optional()
  return z.object({
    status: several(PAYMENT_STATUSES, 'status').optional(),
    method: several(PAYMENT_METHODS, 'method').optional(),
    min: money,
    max: money,
    email: short(64, 'The e-mail').optional(),
    contact: short(20, 'The phone number').optional(),
    last4: z.string().regex(/^\d{4}$/, 'The end of a card number is four digits.').optional(),
    order: short(40, 'The order or receipt').optional(),
    reference: short(40, 'The bank reference').optional(),
    error: short(60, 'The failure').optional(),
    refunded: z.enum(['none', 'partial', 'full', 'any'], 'A refund is none, partial, full or any.').optional(),
    notes: z.string().max(513, 'A note is too long.').transform(note).optional(),
    q: short(100, 'The search').optional(),
    count: z
      .enum(PAGE_SIZES.map(String), `A page has ${PAGE_SIZES.join(', ')} rows.`)
      .transform(Number)
      .optional(),
    starting_after: Id('payment').optional(),
    ending_before: Id('payment').optional(),
  })
}

function several<const Value extends string>(values: readonly Value[], name: string) {
  return z.string().transform((text, check): Value[] => {
    const asked = text.split(',')
    const known = values.filter((value) => asked.includes(value))
    const odd = asked.find((value) => !values.includes(value as Value))
    if (odd !== undefined) check.addIssue(`There is no ${name} "${odd}": it is ${values.join(', ')}.`)
    return known
  })
}

function amount(currency: string) {
  return z.string().transform((text, check): number => {
    const minor = parseMoney(text, currency)
    if (minor === null) check.addIssue(`"${text}" is no amount. Write it as 1250 or 1250.50.`)
    return minor ?? 0
  })
}

function short(most: number, what: string) {
  return z.string().trim().max(most, `${what} is at most ${most} characters.`)
}

/** "shop=Mysuru 2", or only the key. */
function note(text: string): { note_key: string; note_value?: string } {
  const at = text.indexOf('=')
  if (at < 0) return { note_key: text.trim() }
  return { note_key: text.slice(0, at).trim(), note_value: text.slice(at + 1).trim() }
}
