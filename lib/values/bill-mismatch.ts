/** The part of a bill that its sums depend on; amounts in minor units. */
export type StatedBill = {
  line_items?: readonly StatedLine[] | null | undefined
  taxes?: readonly { amount: number }[] | null | undefined
  receipt_summary: {
    total_quantity: number
    net_payable_amount: number
    sub_total_amount?: number | null | undefined
    total_tax_amount?: number | null | undefined
    additional_charges?: readonly Part[] | null | undefined
    delivery_charges?: number | null | undefined
    cod_charges?: number | null | undefined
    roundup_amount?: number | null | undefined
    total_discount_amount?: number | null | undefined
    discounts?: readonly Part[] | null | undefined
  }
}
type Part = { amount?: number | null | undefined }
type StatedLine = {
  quantity: number
  total_amount: number
  unit_amount?: number | null | undefined
  taxes?: readonly { amount: number }[] | null | undefined
}

/** A sum that does not add up: the field with its value, and the sum of its parts. */
export type Mismatch = {
  name: 'line_total' | 'quantity' | 'sub_total' | 'discount' | 'tax' | 'tax_of_lines' | 'net_payable'
  field: string
  stated: number
  computed: number
  /** The stated value less the sum of its parts; negative if the stated value is lower. */
  difference: number
}

/**
 * The first sum in a bill that does not add up, or null. The sum of the lines, with tax, charges and round-off and
 * without discounts, must be the net payable amount. If prices include the tax, the lines contain it already, so a bill
 * that adds up without adding the tax is correct, too.
 */
export function mismatch(bill: StatedBill): Mismatch | null {
  return mismatches(bill)[0] ?? null
}

/** All sums in a bill that do not add up, from its parts to the whole. Absent sums are not checked. */
export function mismatches(bill: StatedBill): Mismatch[] {
  const { receipt_summary: summary, taxes } = bill
  const lines = bill.line_items ?? []
  const ofLines = lines.flatMap((line) => (line.taxes ? [line.taxes] : [])).flat()
  const found = [
    ...lines.map((line, at) =>
      compare(
        'line_total',
        `line_items.${at}.total_amount`,
        line.total_amount,
        product(line.quantity, line.unit_amount),
      ),
    ),
    lines.length > 0 &&
      compare(
        'quantity',
        'receipt_summary.total_quantity',
        summary.total_quantity,
        add(lines.map((line) => line.quantity)),
      ),
    lines.length > 0 &&
      compare('sub_total', 'receipt_summary.sub_total_amount', summary.sub_total_amount, sumOfLines(bill)),
    compare(
      'discount',
      'receipt_summary.total_discount_amount',
      summary.total_discount_amount,
      summary.discounts?.every((one) => one.amount != null) ? parts(summary.discounts) : null,
    ),
    compare('tax', 'receipt_summary.total_tax_amount', summary.total_tax_amount, taxes ? parts(taxes) : null),
    ofLines.length > 0 && taxes && compare('tax_of_lines', 'taxes', parts(taxes), parts(ofLines)),
    netMismatch(bill),
  ]
  return found.filter((one) => one !== false && one !== null && one !== undefined)
}

/** The sums of the parts of a bill, with the tax added to the lines and with the tax included. */
function readings(bill: StatedBill): { added: number; included: number } {
  const { receipt_summary: summary, taxes } = bill
  const tax = summary.total_tax_amount ?? parts(taxes)
  const included =
    sumOfLines(bill) -
    (summary.total_discount_amount ?? parts(summary.discounts)) +
    parts(summary.additional_charges) +
    (summary.delivery_charges ?? 0) +
    (summary.cod_charges ?? 0) +
    (summary.roundup_amount ?? 0)
  return { added: included + tax, included }
}

/** Whether the prices of a bill include the tax: only if it adds up that way and no other. */
export function includesTax(bill: StatedBill): boolean {
  const { added, included } = readings(bill)
  const stated = bill.receipt_summary.net_payable_amount
  return added !== stated && included === stated
}

function netMismatch(bill: StatedBill): Mismatch | null {
  if (!bill.line_items?.length && bill.receipt_summary.sub_total_amount == null) return null
  const stated = bill.receipt_summary.net_payable_amount
  const { added, included } = readings(bill)
  return included === stated
    ? null
    : compare('net_payable', 'receipt_summary.net_payable_amount', stated, added)
}

function sumOfLines({ line_items, receipt_summary }: StatedBill): number {
  return line_items?.length
    ? add(line_items.map((line) => line.total_amount))
    : (receipt_summary.sub_total_amount ?? 0)
}

function compare(
  name: Mismatch['name'],
  field: string,
  stated: number | null | undefined,
  computed: number | null | undefined,
): Mismatch | null {
  if (stated == null || computed == null || stated === computed) return null
  return { name, field, stated, computed, difference: stated - computed }
}

function product(quantity: number, unit: number | null | undefined): number | null {
  return unit == null ? null : Number(BigInt(quantity) * BigInt(unit))
}

function parts(list: readonly Part[] | null | undefined): number {
  return add((list ?? []).map((part) => part.amount ?? 0))
}

function add(amounts: number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0)
}
