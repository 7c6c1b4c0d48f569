import type { ReactNode } from 'react'
import type { Support } from '#lib/domain/merchants/schema.ts'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type SupportContactProps = { language: Language; merchant: string; support: Support }

/** Whom a payer asks for help with the order. */
export function SupportContact({ language, merchant, support }: SupportContactProps) {
  const t = textOf(language)
  const { email, phone, url } = support
  return (
    <p className="mb-2 [overflow-wrap:anywhere]">
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
  return ways.filter(Boolean).flatMap((way, index) => [index > 0 && ' · ', way])
}
