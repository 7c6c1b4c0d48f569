import { Money } from '#components/ui/money.tsx'
import { StubSection } from '#components/ui/slip.tsx'

type Previewed = { amount: number | null; currency: string; receipt: string }
type OrderPreviewProps = { merchant: string; order: Previewed }

/** The stub of a slip that is still being written: what the payer will see, and what happens then. */
export function OrderPreview({ merchant, order }: OrderPreviewProps) {
  return (
    <>
      <StubSection title="Checkout preview">
        <p className="text-ink-2">{merchant}</p>
        {/* Without script the preview cannot follow the input. */}
        <div className="noscript:hidden">
          <p className="num my-0.5 text-title font-semibold tracking-[-0.02em]">
            <Money amount={order.amount} currency={order.currency} />
          </p>
          <p className="text-ink-3 wrap-anywhere">
            {order.receipt.trim() === '' ? 'No receipt' : `Receipt ${order.receipt}`}
          </p>
        </div>
      </StubSection>
      <StubSection title="Next steps">
        <ol className="grid list-decimal gap-1.5 pl-4 text-table text-ink-2">
          <li>The order gets an ID and a checkout link.</li>
          <li>You send the link or show the QR code.</li>
          <li>Each payment attempt is listed on the order.</li>
        </ol>
      </StubSection>
    </>
  )
}
