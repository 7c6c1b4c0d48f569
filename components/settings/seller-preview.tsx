import { StubSection } from '#components/ui/slip.tsx'
import type { Business } from '#lib/domain/merchants/schema.ts'
import { gstStateOf, isGstin } from '#lib/values/gstin.ts'

type SellerPreviewProps = {
  business: Business
  values: { name: string; billing_label: string; gstin: string; address: string }
}

/** The seller as on the head of a bill, and the missing data of a tax invoice. */
export function SellerPreview({ business, values }: SellerPreviewProps) {
  const gstin = values.gstin.trim().toUpperCase()
  const state = isGstin(gstin) ? gstStateOf(gstin) : null
  const lacking = [
    ...(state === null ? ['a GSTIN'] : []),
    ...(values.address.trim() === '' ? ['an address'] : []),
  ]
  return (
    <>
      <StubSection title="Bill header preview">
        <p className="font-semibold">{values.name.trim() || business.name}</p>
        <p className="text-table whitespace-pre-line text-ink-2 wrap-anywhere">
          {values.address.trim() || 'No address yet'}
        </p>
        {business.country === 'IN' && (
          <p className="mt-1 text-table text-ink-2">
            GSTIN <span className="mono">{gstin || '—'}</span>
          </p>
        )}
      </StubSection>
      {business.country === 'IN' && (
        <StubSection title="For a tax invoice">
          <p className="text-table text-ink-2" role="status">
            {lacking.length > 0
              ? `A tax invoice needs ${lacking.join(' and ')}.`
              : `Complete. You sell from ${state?.name} (state code ${state?.code}).`}
          </p>
        </StubSection>
      )}
    </>
  )
}
