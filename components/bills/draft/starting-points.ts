import { type BillDraft, blankDraft, blankLine } from './draft.ts'

/** Templates of bills: the data that every bill of a kind shares, and one sample line. */
export const STARTING_POINTS = {
  retail: {
    label: 'Retail tax invoice',
    note: 'Prices without GST, HSN on every line.',
    draft: (): BillDraft => blankDraft(),
  },
  restaurant: {
    label: 'Restaurant bill',
    note: 'GST of 5%, prices without GST, round-off.',
    draft: (): BillDraft =>
      blankDraft({
        business_category: 'food_and_beverages',
        receipt_type: 'sales_invoice',
        lines: Array.from({ length: 3 }, () => blankLine({ rate: '5', hsn_code: '' })),
        payments: [{ method: 'UPI', amount: '', reference: '' }],
      }),
  },
  ticket: {
    label: 'Event ticket',
    note: 'Prices with GST of 18%, sent to the guest.',
    draft: (): BillDraft =>
      blankDraft({
        business_type: 'ecommerce',
        business_category: 'events',
        receipt_type: 'tax_invoice',
        receipt_delivery: 'digital',
        prices_include_tax: true,
        lines: [blankLine({ hsn_code: '' })],
        payments: [{ method: 'UPI', amount: '', reference: '' }],
      }),
  },
} as const
export type StartingPoint = keyof typeof STARTING_POINTS

export function isStartingPoint(text: unknown): text is StartingPoint {
  return typeof text === 'string' && Object.hasOwn(STARTING_POINTS, text)
}
