import type { ReactNode } from 'react'
import type { Support } from '#lib/domain/merchants/schema.ts'

/** Whom a payer asks for help with the order. */
export function SupportContact({ merchant, support }: { merchant: string; support: Support }) {
  const { email, phone, url } = support
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
      Questions? Contact {merchant}:{' '}
      {joined([
        email && <a href={`mailto:${email}`}>{email}</a>,
        phone && <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>,
        url && (
          <a href={url} rel="noreferrer">
            {new URL(url).host}
          </a>
        ),
      ])}
    </p>
  )
}

function joined(ways: ReactNode[]): ReactNode {
  return ways.filter(Boolean).flatMap((way, index) => [index > 0 && ' · ', way])
}
