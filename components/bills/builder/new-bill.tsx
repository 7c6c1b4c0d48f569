import type { ReactNode } from 'react'
import { STARTING_POINTS, type StartingPoint } from '#components/bills/draft/starting-points.ts'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import type { Seller } from '#lib/domain/bills/schema.ts'

/** A few bills to begin from. */
export function StartingPoints({ current }: { current: StartingPoint }) {
  return (
    <div className="noscript:hidden">
      <Tabs
        label="Template"
        tabs={Object.entries(STARTING_POINTS).map(([name, { label, note }]) => ({
          href: name === 'retail' ? '/bills/new' : `/bills/new?start=${name}`,
          label: (
            <span title={note} data-hint="">
              {label}
            </span>
          ),
          current: name === current,
        }))}
      />
    </div>
  )
}

/** The missing seller data of a tax invoice. */
export function SellerGaps({ seller, children }: { seller: Seller; children: ReactNode }) {
  if (seller.country !== 'IN') return null
  const gaps = [
    ...(seller.gstin === null ? ['a GSTIN (its state decides the taxes)'] : []),
    ...(seller.address === null ? ['an address'] : []),
  ]
  if (gaps.length === 0) return null
  return (
    <Notice tone="wait" title={`A tax invoice needs ${gaps.join(' and ')} for the business`}>
      Until then, every sale is treated as intra-state. {children}
    </Notice>
  )
}

/** The builder adds up while it is filled in, which takes script. */
export function NeedsScript() {
  return (
    <div className="mb-4 hidden noscript:block">
      <Notice tone="wait" title="The bill builder needs JavaScript">
        Turn on JavaScript in your browser, or create the bill with the API:{' '}
        <span className="mono">POST /v1/bills</span>.
      </Notice>
    </div>
  )
}

export function NeedsScriptToChange({ id }: { id: string }) {
  return (
    <div className="hidden noscript:block">
      <Notice tone="wait" title="Editing a bill needs JavaScript">
        Turn on JavaScript in your browser, or edit the bill with the API:{' '}
        <span className="mono wrap-anywhere">PATCH /v1/bills/{id}</span>.
      </Notice>
    </div>
  )
}

/** The total of a bill made through the API may differ from the sum of its parts. */
export function Restated({
  stated,
  computed,
  currency,
}: {
  stated: number
  computed: number
  currency: string
}) {
  if (stated === computed) return null
  return (
    <Notice tone="wait" title="The totals of this bill don't match">
      The bill states <Money amount={stated} currency={currency} />, but its line items add up to{' '}
      <Money amount={computed} currency={currency} /> here. Saving corrects the total.
    </Notice>
  )
}
