import type { LineItem, SubItem } from '#lib/domain/bills/schema/line-item.ts'
import type { AdditionalCharge, Tax } from '#lib/domain/bills/schema/tax.ts'
import type { Text } from '#lib/messages/text.ts'
import { type Figures, percentLabel } from './figures.ts'

/** One line of the table, and the parts below it. */
export type LayoutLine = {
  name: string
  /** Small print below the name: what it is, its taxes, what came on top. */
  notes: string[]
  hsn: string
  quantity: string
  /** The price of one, or nothing when the bill does not say it. */
  unit: string
  total: string
  parts: LayoutLine[]
}

export function billLinesOf(items: LineItem[], figures: Figures, t: Text): LayoutLine[] {
  return items.map((item) => ({
    ...lineOf(item, figures, t),
    parts: (item.sub_items ?? []).map((part) => lineOf(part, figures, t)),
  }))
}

function lineOf(item: SubItem, figures: Figures, t: Text): LayoutLine {
  return {
    name: item.name,
    notes: [
      item.description ?? '',
      joined([item.brand, item.style, item.colour, item.size]),
      joined([...codesOf(item, t), ...weightsOf(item, t)]),
      joined((item.taxes ?? []).map((tax) => taxNote(tax, figures))),
      joined((item.additional_charges ?? []).map((charge) => chargeNote(charge, figures, t))),
    ].filter((note) => note !== ''),
    hsn: item.hsn_code ?? '',
    quantity: item.unit === undefined ? String(item.quantity) : `${item.quantity} ${item.unit}`,
    unit: item.unit_amount === undefined ? '' : figures.plain(item.unit_amount),
    total: figures.plain(item.total_amount),
    parts: [],
  }
}

function codesOf({ product_code, product_uid }: SubItem, t: Text): string[] {
  return [
    product_code ? t('paper.code', { code: product_code }) : '',
    product_uid ? t('paper.product_number', { number: product_uid }) : '',
  ]
}

function weightsOf({ gross_weight, net_weight }: SubItem, t: Text): string[] {
  return [
    gross_weight === undefined ? '' : t('paper.gross_weight', { weight: gross_weight }),
    net_weight === undefined ? '' : t('paper.net_weight', { weight: net_weight }),
  ]
}

function taxNote({ name, percentage, amount }: Tax, { plain }: Figures): string {
  return `${taxLabel(name, percentage)} ${plain(amount)}`
}

/** "CGST 9%", and not "CGST 9% 9%" when its name says it already. */
export function taxLabel(name: string, percentage: number | undefined): string {
  return percentage === undefined || name.includes('%') ? name : `${name} ${percentLabel(percentage)}`
}

function chargeNote(charge: AdditionalCharge, { plain }: Figures, t: Text): string {
  const label = chargeLabel(charge, t)
  return charge.amount === undefined ? label : `${label} ${plain(charge.amount)}`
}

/** What a charge is called, with its share where it has one. */
export function chargeLabel(charge: AdditionalCharge, t: Text): string {
  const { description = t('paper.charge'), percent } = charge
  return percent === undefined ? description : `${description} ${percentLabel(percent)}`
}

function joined(texts: (string | undefined)[]): string {
  return texts.filter((text) => text !== undefined && text !== '').join(' · ')
}
