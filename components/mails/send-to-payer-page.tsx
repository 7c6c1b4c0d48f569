import type { ReactNode } from 'react'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import type { Mail } from '#lib/domain/mails/schema.ts'
import { MailsTable } from './mails-table.tsx'

type SendToPayerPageProps = {
  crumbs: ReactNode
  title: string
  lead: ReactNode
  /** Why it can't be sent; null when it can. */
  disabledReason: string | null
  /** The emails about the record; null for who may not see them. */
  mails: { items: Mail[]; sends: boolean } | null
  children: ReactNode
}

/** The page that emails something to a payer, with what was sent before. */
export function SendToPayerPage({
  crumbs,
  title,
  lead,
  disabledReason,
  mails,
  children,
}: SendToPayerPageProps) {
  return (
    <div className="max-w-170">
      {crumbs}
      <PageHead title={title}>{lead}</PageHead>
      {mails?.sends === false && (
        <div className="mb-4">
          <Notice tone="wait" title="Email isn't set up">
            The email is kept in the{' '}
            <Link href="/outbox" className="link">
              outbox
            </Link>{' '}
            and not sent. Set SMTP_URL and MAIL_FROM to send email.
          </Notice>
        </div>
      )}
      {disabledReason === null ? children : <NothingYet title="Not available">{disabledReason}</NothingYet>}
      {mails && mails.items.length > 0 && (
        <section className="mt-8" aria-label="Earlier emails">
          <h2 className="mb-2 text-lead font-semibold">Earlier emails</h2>
          <MailsTable mails={mails.items} />
        </section>
      )}
    </div>
  )
}
