'use client'
import type { DraftSetting } from '#components/bills/draft/draft.ts'
import { percentInput } from '#components/bills/draft/read-text.ts'
import { namedTaxes, taxName } from '#components/bills/draft/tax-names.ts'
import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'
import { amountInWords } from '#lib/values/amount-words.ts'
import { useLiveBill } from './live.tsx'

const NET = 'border-t border-line-strong pt-[7px] text-[0.9375rem] font-[620] text-ink!'

/** The sums of the bill while it is edited: from the lines to the amount due, the taxes, and the amount in words. */
export function Totals({ setting }: { setting: DraftSetting }) {
  const { built, draft } = useLiveBill()
  const { sums, paid } = built
  const money = (amount: number) => <Money amount={amount} currency={setting.currency} />
  const rows: [string, number, boolean][] = [
    [
      draft.prices_include_tax ? `Line items, including ${taxName(setting.country)}` : 'Line items',
      sums.gross,
      true,
    ],
    ['Line discounts', -sums.line_discounts, sums.line_discounts > 0],
    ['Bill discount', -sums.bill_discount, sums.bill_discount > 0],
    ['Taxable value', sums.taxable, sums.tax > 0 || sums.line_discounts + sums.bill_discount > 0],
    [`${taxName(setting.country)}`, sums.tax, true],
    ['Charges', sums.charges, sums.charges > 0],
    ['Delivery', sums.delivery, sums.delivery > 0],
    ['Round-off', sums.round_off, sums.round_off !== 0],
  ]
  const left = sums.net - paid
  return (
    <>
      <StubSection title="Total">
        <output aria-label="Net payable" className="num block text-title font-semibold tracking-[-0.02em]">
          {money(sums.net)}
        </output>
        <p className="mt-0.5 mb-3 text-small text-ink-2">{amountInWords(sums.net, setting.currency)}</p>
        <dl className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-[12px] gap-y-[5px] text-[0.8125rem] [&>dd]:text-right [&>dd]:[font-variant-numeric:tabular-nums_lining-nums] [&>dt]:text-ink-2">
          {rows
            .filter(([, , isShown]) => isShown)
            .map(([label, amount]) => (
              <Row key={label} label={label}>
                {money(amount)}
              </Row>
            ))}
          <dt className={NET}>Amount due</dt>
          <dd className={NET}>{money(sums.net)}</dd>
          <Row label="Paid">{money(paid)}</Row>
          {left !== 0 && <Row label={left > 0 ? 'Balance due' : 'Change'}>{money(Math.abs(left))}</Row>}
        </dl>
      </StubSection>
      <TaxTable setting={setting} />
    </>
  )
}

function Row({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** The taxes by rate, as the tax table of an invoice has them. */
function TaxTable({ setting }: { setting: DraftSetting }) {
  const { built } = useLiveBill()
  const { sums, supply } = built
  const amount = (minor: number) => <Money amount={minor} currency={setting.currency} symbol={false} />
  const rates = sums.by_rate.filter(({ taxable, rate }) => taxable > 0 || (rate ?? 0) > 0)
  if (rates.length === 0) return null
  return (
    <StubSection title="Tax by rate">
      <table className="num w-full text-small">
        <thead className="text-ink-3">
          <tr>
            <th scope="col" className="text-left font-normal">
              Rate
            </th>
            <th scope="col" className="text-right font-normal">
              Taxable
            </th>
            <th scope="col" className="text-right font-normal">
              Tax
            </th>
          </tr>
        </thead>
        <tbody>
          {rates.map(({ rate, ...taxes }) => (
            <tr key={rate ?? 'free'} className="border-t border-line align-top">
              <th scope="row" className="py-1 text-left font-normal">
                {rate === null ? 'No tax' : `${percentInput(rate)}%`}
              </th>
              <td className="py-1 text-right">{amount(taxes.taxable)}</td>
              <td className="py-1 text-right">
                {rate === null
                  ? '—'
                  : namedTaxes(taxes, rate, supply, setting.country).map((tax) => (
                      <span key={tax.name} className="block">
                        <span className="text-ink-3">{tax.name}</span> {amount(tax.amount)}
                      </span>
                    ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </StubSection>
  )
}
