import { z } from 'zod'

/** The largest amount the product accepts anywhere: 50,000,000,000 subunits (50 crore rupees). */
export const MAX_AMOUNT = 50_000_000_000

/** ISO 4217 codes of the settlement currencies: India, Malaysia, Singapore, United States. */
export const CURRENCIES = ['INR', 'MYR', 'SGD', 'USD'] as const
export const Currency = z
  .enum(CURRENCIES, `The currency must be one of ${CURRENCIES.join(', ')}.`)
  .meta({ description: 'Three-letter ISO 4217 currency code.' })
export type Currency = z.infer<typeof Currency>

/** An amount that a caller sends: a positive integer in the smallest subunit (paise for INR). */
export const Amount = z
  .int({
    error: ({ input }) => {
      if (input === undefined) return undefined
      return typeof input === 'number' && input > MAX_AMOUNT
        ? `The amount must be at most ${MAX_AMOUNT}.`
        : 'The amount must be an integer in the smallest currency unit (paise for INR).'
    },
  })
  .min(1, 'The amount must be at least 1.')
  .max(MAX_AMOUNT, `The amount must be at most ${MAX_AMOUNT}.`)
  .meta({ description: 'Amount in the smallest currency unit (paise for INR); 20035 means 200.35.' })

/** An integer from a BIGINT column (bigint in Prisma) that becomes a JSON number. */
export const StoredInteger = z.preprocess(
  (value) => (typeof value === 'bigint' ? Number(value) : value),
  z.int(),
)

/** The creation time of a record: in the column, in the API and in the lists. */
export const CreatedAt = StoredInteger.meta({
  description: 'Time of creation, as a Unix timestamp in seconds.',
  examples: [1_781_505_000],
})

/**
 * A sum of amounts in SQL: the text of a NUMERIC, or null for an empty sum. A bigint, since a few hundred thousand of
 * the largest payments exceed 2^53, up to which a number is exact.
 */
export const Sum = z.preprocess((value) => {
  if (value === null || value === undefined) return 0n
  if (typeof value === 'number' && Number.isSafeInteger(value)) return BigInt(value)
  return typeof value === 'string' && /^-?\d+$/.test(value) ? BigInt(value) : value
}, z.bigint())
export type Sum = z.output<typeof Sum>

/** A sum as a JSON number; as text beyond 2^53, where a number is no longer exact. */
export const Total = z.preprocess(
  (value) => {
    const sum = Sum.parse(value)
    return sum >= Number.MIN_SAFE_INTEGER && sum <= Number.MAX_SAFE_INTEGER ? Number(sum) : String(sum)
  },
  z.union([z.int(), z.string()]),
)

/** The sums of a list in one currency, by the names that its resource defines, such as captured and refunded. */
export const CurrencyTotals = z.object({ currency: z.string(), amounts: z.record(z.string(), Sum) })
export type CurrencyTotals = z.output<typeof CurrencyTotals>
