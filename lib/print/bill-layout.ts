import type { Discount } from '#lib/domain/bills/schema/tax.ts'
import type { Bill, BillBody, Seller } from '#lib/domain/bills/schema.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import { amountInWords } from '#lib/values/amount-words.ts'
import { includesTax } from '#lib/values/bill-mismatch.ts'
import { zoneOf } from '#lib/values/country.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { supportText } from '#lib/values/text.ts'
import { payerTime } from '#lib/values/time-text.ts'
import {
  eventFacts,
  type Fact,
  factsOf,
  gstinLine,
  type LayoutPerson,
  peopleOf,
  registersOf,
} from './bill-facts.ts'
import { billLinesOf, chargeLabel, type LayoutLine, taxLabel } from './bill-lines.ts'
import { billTitle, methodName, totalLabelOf } from './bill-names.ts'
import { type Figures, figuresOf, percentLabel } from './figures.ts'

/** One line of the sums: what it is, and what it comes to. */
type LayoutSum = { label: string; amount: string }

const MINUS = '\u2212'

/**
 * From the sub-total down to what is to be paid, which stands apart. What the bill does not say is not there. Taxes that
 * the prices hold already are named as that, since a reader who added them once more would find another total.
 */
function billSumLines(bill: BillBody, figures: Figures, t: Text): LayoutSum[] {
  const { receipt_summary: summary, taxes = [] } = bill
  const withTax = (label: string) => (includesTax(bill) ? t('paper.included', { label }) : label)
  const row = (label: string, amount: number | undefined, sign = ''): LayoutSum[] =>
    amount === undefined ? [] : [{ label, amount: `${sign}${figures.plain(amount)}` }]
  const rounding = summary.roundup_amount
  return [
    ...row(t('paper.sub_total'), summary.sub_total_amount),
    ...discountsOf(summary, figures, t),
    ...(summary.additional_charges ?? []).flatMap((charge) => row(chargeLabel(charge, t), charge.amount)),
    ...row(t('paper.delivery'), summary.delivery_charges),
    ...row(t('paper.cod_charge'), summary.cod_charges),
    ...taxes.flatMap(({ name, percentage, amount }) => row(withTax(taxLabel(name, percentage)), amount)),
    ...totalTaxOf(summary, taxes.length, row, t).map((sum) => ({ ...sum, label: withTax(sum.label) })),
    ...(rounding === undefined || rounding === 0
      ? []
      : row(t('paper.round_off'), rounding, rounding > 0 ? '+' : '')),
    ...row(t('paper.from_wallet'), summary.used_wallet_amount || undefined),
  ]
}

/** The sum of several taxes, or the one figure of a bill that does not name them. */
function totalTaxOf(
  { total_tax_amount: amount, total_tax_percent: percent }: BillBody['receipt_summary'],
  named: number,
  row: (label: string, amount: number | undefined) => LayoutSum[],
  t: Text,
): LayoutSum[] {
  if (named === 1) return []
  return row(taxLabel(t(named === 0 ? 'paper.tax' : 'paper.total_tax'), percent), amount)
}

function discountsOf(
  { discounts = [], total_discount_amount, total_discount_percent }: BillBody['receipt_summary'],
  { plain }: Figures,
  t: Text,
): LayoutSum[] {
  const named = discounts.flatMap((discount) =>
    discount.amount === undefined
      ? []
      : [{ label: discountLabel(discount, t), amount: `${MINUS}${plain(discount.amount)}` }],
  )
  const sum = discounts.reduce((total, { amount = 0 }) => total + amount, 0)
  // What the named discounts come to is only said when the bill says something else.
  if (!total_discount_amount || total_discount_amount === sum) return named
  const label = taxLabel(
    t(named.length > 0 ? 'paper.total_discount' : 'paper.discount'),
    total_discount_percent,
  )
  return [...named, { label, amount: `${MINUS}${plain(total_discount_amount)}` }]
}

function discountLabel(discount: Discount, t: Text): string {
  const { name = t('paper.discount'), percent, product_code, reference_id } = discount
  const share = percent === undefined ? name : `${name} ${percentLabel(percent)}`
  const about = product_code ?? reference_id
  return about === undefined ? share : `${share} (${about})`
}

/** The layout of a bill, for every medium: every text is final, and absent data has no block. */
export type BillLayout = {
  language: Language
  labels: Labels
  title: string
  /** A test bill says so: it was never a sale. */
  test: boolean
  seller: { name: string; lines: string[]; help: string | null; logo: Seller['logo'] }
  number: string
  date: string
  facts: Fact[]
  people: LayoutPerson[]
  event: { name: string; facts: Fact[] } | null
  /** The symbol of the currency, for the heads of columns. */
  symbol: string
  /** Which columns of the table have anything in them. */
  columns: { hsn: boolean; unit: boolean }
  lines: LayoutLine[]
  quantity: string
  sums: LayoutSum[]
  total: LayoutSum
  words: string
  payments: { method: string; reference: string; amount: string }[]
  change: LayoutSum | null
  registers: { title: string; facts: Fact[] }[]
}

/** What a medium writes beside the texts of the bill. HSN and SAC are terms of the law. */
function labelsOf(t: Text) {
  return {
    number: t('paper.number'),
    date: t('paper.date'),
    test: t('paper.test'),
    withdrawn: t('paper.withdrawn'),
    items: t('paper.items'),
    item: t('paper.item'),
    hsn: 'HSN/SAC',
    qty: t('paper.qty'),
    quantity: t('paper.quantity'),
    paid_by: t('paper.paid_by'),
    event: t('paper.event'),
    online: t('paper.online'),
  }
}
type Labels = ReturnType<typeof labelsOf> & { price: string; amount: string }

/** What is drawn of a bill: also of one that was not sent yet, in the preview. */
export type Drawn = BillBody & Partial<Pick<Bill, 'receipt_url' | 'status' | 'version'>>

/** Writes a bill out: the labels in the language of its reader, what the merchant wrote as it is. */
export function layoutOf(bill: Drawn, seller: Seller, language: Language = DEFAULT_LANGUAGE): BillLayout {
  const t = textOf(language)
  const { receipt_summary: summary } = bill
  const figures = figuresOf(summary.currency)
  const lines = billLinesOf(bill.line_items ?? [], figures, t)
  const zone = zoneOf(seller.country)
  const all = lines.flatMap((line) => [line, ...line.parts])
  return {
    language,
    labels: {
      ...labelsOf(t),
      price: t('paper.price', { symbol: figures.symbol }),
      amount: t('paper.amount', { symbol: figures.symbol }),
    },
    title: billTitle(t, bill.receipt_type),
    test: seller.mode === 'test',
    seller: {
      name: seller.name,
      lines: sellerLines(seller, t),
      help: seller.support ? supportText(seller.support) : null,
      logo: seller.logo,
    },
    number: bill.receipt_number,
    date: payerTime(bill.receipt_timestamp, zone, language),
    facts: factsOf(bill, t),
    people: peopleOf(bill.customer, t),
    event: bill.event ? { name: bill.event.name, facts: eventFacts(bill.event, zone, language) } : null,
    symbol: figures.symbol,
    columns: { hsn: all.some(({ hsn }) => hsn !== ''), unit: all.some(({ unit }) => unit !== '') },
    lines,
    quantity: String(summary.total_quantity),
    sums: billSumLines(bill, figures, t),
    total: { label: totalLabelOf(t, bill.receipt_type), amount: figures.money(summary.net_payable_amount) },
    words: amountInWords(summary.net_payable_amount, summary.currency, language),
    payments: bill.payments.map((payment) => ({
      method: methodName(t, payment.method),
      reference: [
        payment.payment_reference_id,
        payment.financier_data?.name,
        payment.financier_data?.reference,
      ]
        .filter(Boolean)
        .join(' · '),
      amount: figuresOf(payment.currency).money(payment.amount),
    })),
    change: summary.change_amount
      ? { label: t('paper.change'), amount: figures.money(summary.change_amount) }
      : null,
    registers: registersOf(bill, t),
  }
}

function sellerLines({ address, gstin }: Seller, t: Text): string[] {
  const lines = (address ?? '').split('\n').map((line) => line.trim())
  return [...lines, gstin === null ? '' : gstinLine(gstin, t)].filter((line) => line !== '')
}

/** Letters that fit on one line of a roll, and the height of that line in millimetres. */
const LETTERS = 38
const LINE = 4.1

/**
 * How long a bill is on a roll of 80 mm, in millimetres: a little more than it takes, so that a printer cuts below it
 * and never through it. Nothing here can measure text, so lines are counted.
 */
export function rollLength(layout: BillLayout): number {
  const head = [
    layout.seller.name,
    ...layout.seller.lines,
    layout.seller.help ?? '',
    layout.title,
    layout.number,
    layout.date,
  ]
  const people = layout.people.flatMap(({ title, name, lines }) => ['', title, name, ...lines])
  const facts = [
    ...layout.facts,
    ...(layout.event?.facts ?? []),
    ...layout.registers.flatMap((register) => register.facts),
  ]
  const lines = layout.lines.flatMap((line) => [line, ...line.parts])
  const rows =
    rowsOf(head) +
    rowsOf(people) +
    facts.reduce((sum, { value }) => sum + Math.ceil(value.length / (LETTERS - 14)), 0) +
    lines.reduce((sum, { name, notes }) => sum + 1.9 + Math.ceil(name.length / 26) + rowsOf(notes, 26), 0) +
    layout.sums.length * 1.4 +
    layout.payments.length * 2.4 +
    rowsOf([layout.words])
  const gaps = 98 + (layout.seller.logo ? 16 : 0) + (layout.event ? 30 : 0) + layout.registers.length * 8
  return Math.ceil(gaps + rows * LINE)
}

function rowsOf(texts: string[], letters = LETTERS): number {
  return texts.reduce((sum, text) => sum + Math.max(1, Math.ceil(text.length / letters)), 0)
}
