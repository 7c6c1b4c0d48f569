import { ExternalLink } from 'lucide-react'
import { QrCode } from '#components/shared/qr-code.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import type { Availability } from '#lib/domain/payments/schema.ts'
import { NoAcquirer } from './no-acquirer.tsx'

type CheckoutCardProps = {
  url: string
  paid: boolean
  /** Whether it can be paid: otherwise no link is offered. */
  available: Availability
}

/** The hosted page on which the payer pays: its link, the same as a code to scan, and a way to see it as the payer does. */
export function CheckoutCard({ url, paid, available }: CheckoutCardProps) {
  if (!paid && !available.bank && !available.wallet) return <NoAcquirer wallet={false} />
  return (
    <>
      {!paid && !available.bank && (
        <div className="mb-2.5">
          <NoAcquirer wallet />
        </div>
      )}
      <p className="mb-2.5 text-small text-ink-2">
        {paid ? 'The order is paid: the link shows the receipt.' : 'Anyone with this link can pay the order.'}
      </p>
      <QrCode
        text={url}
        label="Checkout link as a QR code"
        className="mb-3 size-33 rounded-small border border-line max-phone:mx-auto"
      />
      <p className="mono mb-2.5 text-ink-2 wrap-anywhere">{url}</p>
      <div className="print:hidden flex flex-wrap gap-2">
        <CopyButton value={url}>Copy link</CopyButton>
        <DocumentButton href={url} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" /> Open as payer
          <span className="sr-only">, in a new tab</span>
        </DocumentButton>
      </div>
    </>
  )
}
