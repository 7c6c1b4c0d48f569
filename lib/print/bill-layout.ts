import type { Bill, BillBody, Seller } from '#lib/domain/bills/schema.ts'
import { type Text, textOf } from '#lib/messages/text.ts'
import { amountInWords } from '#lib/values/amount-words.ts'
import { zoneOf } from '#lib/values/country-zone.ts'
import { DEFAULT_LANGUAGE, type Language } from '#lib/values/language.ts'
import { payerTime } from '#lib/values/payer-time.ts'
import { supportText } from '#lib/values/support-text.ts'
import { eventFacts, type Fact, factsOf, registersOf } from './bill-facts.ts'
import { billLinesOf, type LayoutLine } from './bill-lines.ts'
import { billTitle, methodName, totalLabelOf } from './bill-names.ts'
import { gstinLine, type LayoutPerson, peopleOf } from './bill-people.ts'
import { billSumLines, type LayoutSum } from './bill-sums.ts'
import { figuresOf } from './figures.ts'

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
