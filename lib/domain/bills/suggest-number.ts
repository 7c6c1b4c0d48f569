import { z } from 'zod'
import { RECEIPT_TYPES, type ReceiptType } from '#lib/domain/bills/schema/body.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { partsOf } from '#lib/values/time.ts'

/** The next number in a series: its trailing digits plus one, in the same width. Null without digits. */
export function nextInSeries(number: string): string | null {
  const match = /^(.*?)(\d{1,15})$/.exec(number)
  if (!match) return null
  const [, head = '', figures = ''] = match
  return head + String(Number(figures) + 1).padStart(figures.length, '0')
}

/** The maximum length of the number of a tax invoice in India. */
const MAX_INVOICE_NUMBER = 16

/** The maximum length of a receipt number. */
const MAX_NUMBER = 64

/**
 * The first number of a series: the code of the store or INV, the years of the Indian financial year where they fit, then
 * 0001.
 * @param nth tells series apart whose numbers would begin the same: the second is INV2
 */
export function firstInSeries(year: number, month: number, store = '', nth = 1): string {
  const begun = month >= 4 ? year : year - 1
  const two = (of: number) => String(of % 100).padStart(2, '0')
  const head = (store || 'INV') + (nth === 1 ? '' : nth)
  const dated = `${head}/${two(begun)}-${two(begun + 1)}/0001`
  const suffix = `${nth === 1 ? '' : nth}/0001`
  return dated.length <= MAX_INVOICE_NUMBER
    ? dated
    : (store || 'INV').slice(0, MAX_NUMBER - suffix.length) + suffix
}

/** How many of the newest bills of a series are searched for one whose number ends in digits. */
const BACK = 200

/** How many following numbers, or heads of a new series, are tried to find an unused one. */
const AHEAD = 20

export const suggestReceiptNumber = defineOperation({
  name: 'suggest_receipt_number',
  title: 'Suggest a receipt number',
  summary: 'Suggests the next unused receipt number of a type and store. It is not reserved.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({
    zone: z
      .string()
      .max(64)
      .meta({ examples: ['Asia/Kolkata'] }),
    receipt_type: z.enum(RECEIPT_TYPES),
    store_code: z.string().max(64).optional(),
  }),
  output: z.object({ receipt_number: z.string(), after: z.string().nullable() }),
  run: (context, { zone, ...series }) => nextReceiptNumber(context, zone, series),
})

/** Bills that are numbered together: of one type, from one store or from none. */
type Series = { receipt_type: ReceiptType; store_code?: string | undefined }

/**
 * The next unused receipt number of a series, and the number that it follows. Another store's series is never continued:
 * its till issues the next number itself.
 */
export async function nextReceiptNumber(
  context: Context,
  zone: string,
  { receipt_type, store_code = '' }: Series,
) {
  const newest = await context.tables.bills.findMany({
    where: { account_id: context.account.id, receipt_type, store_code: store_code || null },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: BACK,
    select: { receipt_number: true },
  })
  const last = newest.find((bill) => nextInSeries(bill.receipt_number) !== null)?.receipt_number ?? null
  const following = last === null ? [] : numbersAfter(last)
  const { year, month } = partsOf(zone, context.now)
  const first = Array.from({ length: AHEAD }, (_, at) => firstInSeries(year, month, store_code, at + 1))
  const taken = await context.tables.bills.findMany({
    where: { account_id: context.account.id, receipt_number: { in: [...following, ...first] } },
    select: { receipt_number: true },
  })
  const used = new Set(taken.map(({ receipt_number }) => receipt_number))
  const free = (numbers: string[]) => numbers.find((number) => !used.has(number))
  const next = free(following)
  return { receipt_number: next ?? free(first) ?? '', after: next === undefined ? null : last }
}

function numbersAfter(last: string): string[] {
  const numbers: string[] = []
  for (
    let number = nextInSeries(last);
    number !== null && numbers.length < AHEAD;
    number = nextInSeries(number)
  )
    numbers.push(number)
  return numbers
}
