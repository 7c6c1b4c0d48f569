import { Fragment, type ReactNode } from 'react'
import type { Support } from '#lib/domain/merchants/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type SupportContactProps = { language: Language; merchant: string; support: Support; className: string }

/** Whom a payer asks for help with an order or a refund. */
export function SupportContact({ language, merchant, support, className }: SupportContactProps) {
  const t = textOf(language)
  const { email, phone, url } = support
  return (
    <p className={className}>
      {t('page.questions', { merchant })}{' '}
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
  return ways.filter(Boolean).map((way, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one line, which never change places.
    <Fragment key={index}>
      {index > 0 && ' · '}
      {way}
    </Fragment>
  ))
}
