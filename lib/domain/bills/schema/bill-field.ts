import { z } from 'zod'
import { EARLIEST, LATEST } from '#lib/values/time.ts'

/**
 * The largest amount on a bill, in the smallest subunit: 1,000 crore rupees. Sums of many such amounts are still exact.
 */
export const MAX_BILL_AMOUNT = 1_000_000_000_000

/** The maximum count of anything on a bill. */
const MAX_QUANTITY = 1_000_000_000

/** The sentence for an invalid value. A missing value keeps the sentence of the pipeline, which names the field. */
export function wrong(sentence: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : sentence) }
}

/** Text that is not blank and fits on paper. */
export function textField(max: number) {
  return z
    .string(wrong('The value must be a string.'))
    .min(1, 'The value must not be empty. Leave the field out instead.')
    .max(max, `The value can be up to ${max} characters.`)
    .refine((value) => value.trim() !== '', 'The value must not be blank. Leave the field out instead.')
}

export function oneOfField<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, {
    error: ({ input }) =>
      input === undefined
        ? `${name} is required. Use one of ${values.join(', ')}.`
        : `${name} is one of ${values.join(', ')}.`,
  })
}

const WHOLE = 'The amount must be an integer in the smallest currency unit (paise for INR).'

/** An amount on a bill. It can be zero; only rounding can be negative. */
export const BillAmount = z
  .int(wrong(WHOLE))
  .min(0, 'The amount must be 0 or more.')
  .max(MAX_BILL_AMOUNT, `The amount must be ${MAX_BILL_AMOUNT} or less.`)
  .meta({ description: 'Amount in the smallest currency unit; 20035 means 200.35.' })

/** The amount that rounding adds or subtracts. */
export const RoundingAmount = z
  .int(wrong(WHOLE))
  .min(-MAX_BILL_AMOUNT, `The amount must be -${MAX_BILL_AMOUNT} or more.`)
  .max(MAX_BILL_AMOUNT, `The amount must be ${MAX_BILL_AMOUNT} or less.`)
  .meta({ description: 'Amount in the smallest currency unit; negative when the total was rounded down.' })

/** A percentage: 18 means 18 %. */
export const Percent = z
  .number(wrong('The percentage must be a number from 0 to 100.'))
  .min(0, 'The percentage must be 0 or more.')
  .max(100, 'The percentage must be 100 or less.')
  .refine(hasFourDecimals, 'The percentage can have up to 4 decimals.')
  .meta({ description: 'Percentage from 0 to 100 with up to 4 decimals; 18 means 18%.' })

/** Counts decimals as written: 0.1 has one, whatever its binary value. */
function hasFourDecimals(value: number): boolean {
  return Number(value.toFixed(4)) === value
}

export const Quantity = z
  .int(wrong('The quantity must be an integer.'))
  .min(1, 'The quantity must be 1 or more.')
  .max(MAX_QUANTITY, `The quantity must be ${MAX_QUANTITY} or less.`)

/** A weight in the unit of the line. */
export const WeightField = z
  .number(wrong('The weight must be a number.'))
  .min(0, 'The weight must be 0 or more.')
  .max(MAX_QUANTITY, `The weight must be ${MAX_QUANTITY} or less.`)

const CODES = new Set(Intl.supportedValuesOf('currency'))

/** Any ISO currency: a bill can be paid in one that the account does not settle in. */
export const BillCurrency = z
  .string(wrong('The currency must be an ISO 4217 code of three capital letters, such as INR.'))
  .refine(
    (code) => CODES.has(code),
    'The currency must be an ISO 4217 code of three capital letters, such as INR.',
  )
  .meta({ description: 'Three-letter ISO 4217 currency code.', examples: ['INR'] })

const MOMENT = 'The value must be a Unix timestamp in seconds'

/** A timestamp on a bill, in Unix seconds. A fraction is dropped, as in every request. */
export const TimestampField = z.preprocess(
  (value) => (typeof value === 'number' ? Math.floor(value) : value),
  z
    .int(wrong(`${MOMENT}.`))
    .min(EARLIEST, `${MOMENT}, at least ${EARLIEST}.`)
    .max(LATEST, `${MOMENT}, at most ${LATEST}.`),
)

/** A URL. It is shown as it is and never fetched. */
export const WebAddress = z
  .string(wrong('The URL must start with http:// or https://.'))
  .max(2048, 'The URL can be up to 2048 characters.')
  .refine(isWebAddress, 'The URL must start with http:// or https://.')

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(value)) return false
  return URL.canParse(value)
}

/** A list with a maximum of items. */
export function listOf<T extends z.ZodType>(item: T, max: number) {
  return z
    .array(item, wrong('The value must be an array.'))
    .max(max, `The array can have up to ${max} elements.`)
}

/** Keywords for finding a bill or a line. */
export const Tags = listOf(textField(64), 30)

/** An object of custom properties: flat, and limited in size. */
export const FreeObject = z
  .record(
    z
      .string()
      .min(1, 'Property names must not be empty.')
      .max(64, 'Property names can be up to 64 characters.'),
    z.union(
      [z.string().max(4096, 'The text can be up to 4096 characters.'), z.number(), z.boolean()],
      'The value must be a string of up to 4096 characters, a number, true or false.',
    ),
    wrong('The value must be an object.'),
  )
  .refine((value) => Object.keys(value).length <= 40, 'The object can have up to 40 properties.')
