import { z } from 'zod'
import { RECEIPT_TYPES, type ReceiptType } from '#lib/domain/bills/schema/body.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { firstInSeries, nextInSeries } from '#lib/values/series.ts'
import { partsOf } from '#lib/values/time.ts'

/** How many of the newest bills are searched for one of the same type whose number ends in digits. */
const BACK = 200

/** How many following numbers are tried to find an unused one. */
const AHEAD = 20

export const suggestReceiptNumber = defineOperation({
  name: 'suggest_receipt_number',
  title: 'Suggest a receipt number',
  summary: 'Suggests the next unused receipt number of a type. It is not reserved.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: z.strictObject({
    zone: z
      .string()
      .max(64)
      .meta({ examples: ['Asia/Kolkata'] }),
    receipt_type: z.enum(RECEIPT_TYPES),
  }),
  output: z.object({ receipt_number: z.string(), after: z.string().nullable() }),
  run: (context, { zone, receipt_type }) => nextReceiptNumber(context, zone, receipt_type),
})

/** The next unused receipt number of a type, and the number that it follows. */
export async function nextReceiptNumber(context: Context, zone: string, receipt_type: ReceiptType) {
  const newest = await context.tables.bills.findMany({
    where: { account_id: context.account.id },
    orderBy: [{ created_at: 'desc' }, { id: 'desc' }],
    take: BACK,
    select: { receipt_number: true, receipt_type: true },
  })
  const last = newest.find(
    (bill) => bill.receipt_type === receipt_type && nextInSeries(bill.receipt_number) !== null,
  )
  const { year, month } = partsOf(zone, context.now)
  const candidates = [last ? nextInSeries(last.receipt_number) : firstInSeries(year, month)]
  while (candidates.length < AHEAD) candidates.push(nextInSeries(candidates.at(-1) ?? ''))
  const wanted = candidates.filter((number) => number !== null)
  const taken = await context.tables.bills.findMany({
    where: { account_id: context.account.id, receipt_number: { in: wanted } },
    select: { receipt_number: true },
  })
  const used = new Set(taken.map(({ receipt_number }) => receipt_number))
  return {
    receipt_number: wanted.find((number) => !used.has(number)) ?? '',
    after: last?.receipt_number ?? null,
  }
}
