import { z } from 'zod'
import { EARLIEST, LATEST } from '#lib/values/time.ts'

/** The largest amount on a bill, in the smallest subunit: 1,000 crore rupees. Many of them still add up exactly. */
export const MAX_BILL_AMOUNT = 1_000_000_000_000

/** The largest count of anything on a bill. */
const MAX_QUANTITY = 1_000_000_000

/** A sentence for what is wrong; what is missing keeps the sentence of the pipeline, which names the member. */
export function wrong(sentence: string) {
  return { error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : sentence) }
}

/** Text that says something, of a length that has room on paper. */
export function text(most: number) {
  return z
    .string(wrong('This must be text.'))
    .min(1, 'This must not be empty. Leave it out instead.')
    .max(most, `This is at most ${most} characters.`)
    .refine((value) => value.trim() !== '', 'This must not be blank. Leave it out instead.')
}

/** One of a closed list. */
export function oneOf<const T extends readonly [string, ...string[]]>(name: string, values: T) {
  return z.enum(values, {
    error: ({ input }) =>
      input === undefined
        ? `${name} is required: one of ${values.join(', ')}.`
        : `${name} is one of ${values.join(', ')}.`,
  })
}

const WHOLE = 'An amount is a whole number in the smallest currency subunit (paise for INR).'

/** An amount on a bill: it may be nothing, and only the rounding may be below. */
export const BillAmount = z
  .int(wrong(WHOLE))
  .min(0, 'An amount is not below 0 here.')
  .max(MAX_BILL_AMOUNT, `An amount is at most ${MAX_BILL_AMOUNT}.`)
  .meta({ description: 'Integer in the smallest currency subunit; 20035 means 200.35.' })

/** What rounding adds, or takes away. */
export const RoundingAmount = z
  .int(wrong(WHOLE))
  .min(-MAX_BILL_AMOUNT, `An amount is at least -${MAX_BILL_AMOUNT}.`)
  .max(MAX_BILL_AMOUNT, `An amount is at most ${MAX_BILL_AMOUNT}.`)
  .meta({ description: 'Integer in the smallest currency subunit; below 0 when the total was rounded down.' })

/** A share of a hundred: 18 means 18 %. */
export const Percent = z
  .number(wrong('A percentage is a number from 0 to 100.'))
  .min(0, 'A percentage is at least 0.')
  .max(100, 'A percentage is at most 100.')
  .refine(hasFourDecimals, 'A percentage has at most 4 decimals.')
  .meta({ description: '0 to 100 with at most 4 decimals; 18 means 18 %.' })

/** Decimals are counted as they are written: 0.1 has one, whatever its bits are. */
function hasFourDecimals(value: number): boolean {
  return Number(value.toFixed(4)) === value
}

/** How many of something. */
export const Quantity = z
  .int(wrong('A quantity is a whole number.'))
  .min(1, 'A quantity is at least 1.')
  .max(MAX_QUANTITY, `A quantity is at most ${MAX_QUANTITY}.`)

/** A weight in the unit of the line. */
export const Weight = z
  .number(wrong('A weight is a number.'))
  .min(0, 'A weight is not below 0.')
  .max(MAX_QUANTITY, `A weight is at most ${MAX_QUANTITY}.`)

const CODES = new Set(Intl.supportedValuesOf('currency'))

/** A currency that the world knows: a bill may be paid in one in which the account does not settle. */
export const BillCurrency = z
  .string(wrong('A currency is an ISO 4217 code of three capital letters, such as INR.'))
  .refine((code) => CODES.has(code), 'A currency is an ISO 4217 code of three capital letters, such as INR.')
  .meta({ description: 'ISO 4217 code.', examples: ['INR'] })

const MOMENT = 'This must be a Unix timestamp in seconds'

/** A moment on a bill: Unix seconds. A fraction is dropped, as everywhere on the wire. */
export const Timestamp = z.preprocess(
  (value) => (typeof value === 'number' ? Math.floor(value) : value),
  z
    .int(wrong(`${MOMENT}.`))
    .min(EARLIEST, `${MOMENT}, at least ${EARLIEST}.`)
    .max(LATEST, `${MOMENT}, at most ${LATEST}.`),
)

/** An address on the web. It is shown as it is, and never fetched. */
export const WebAddress = z
  .string(wrong('This must be an http or https address.'))
  .max(2048, 'An address is at most 2048 characters.')
  .refine(isWebAddress, 'This must be an http or https address.')

function isWebAddress(value: string): boolean {
  if (!/^https?:\/\/[^\s]+$/i.test(value)) return false
  return URL.canParse(value)
}

/** A list with at most so many members. */
export function listOf<T extends z.ZodType>(member: T, most: number) {
  return z.array(member, wrong('This must be a list.')).max(most, `This is a list of at most ${most}.`)
}

/** Words by which a bill or a line is found again. */
export const Tags = listOf(text(64), 30)

/** An object of the sender's own members: flat, and of a size that has room. */
export const FreeObject = z
  .record(
    z
      .string()
      .min(1, 'A name of a member must not be empty.')
      .max(64, 'A name of a member is at most 64 characters.'),
    z.union(
      [z.string().max(4096, 'Text here is at most 4096 characters.'), z.number(), z.boolean()],
      'A member here is text of at most 4096 characters, a number, true or false.',
    ),
    wrong('This must be an object.'),
  )
  .refine((value) => Object.keys(value).length <= 40, 'This has at most 40 members.')
