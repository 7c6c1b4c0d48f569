import type { Metadata } from 'next'
import { updateRetentionAction } from '#app/(dashboard)/settings/actions.ts'
import { FixedRetention } from '#components/settings/fixed-retention.tsx'
import { RetentionForm } from '#components/settings/retention-form.tsx'
import { Count } from '#components/ui/count.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchRetention, updateRetention } from '#lib/domain/merchants/retention.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Retention · Settings' }

export default async function RetentionSettings({ searchParams }: PageProps<'/settings/retention'>) {
  const [{ account, permissions }, { saved }, days] = await Promise.all([
    requireStaff(),
    searchParams,
    read(fetchRetention, {}),
  ])
  const { AUDIT_RETENTION_DAYS, EVENT_RETENTION_DAYS, MAIL_RETENTION_DAYS } = env()
  const text = (days: number | null) => (days === null ? '' : String(days))
  return (
    <>
      <PageHead title="Retention">
        For how long data is kept in {account.mode} mode. What is older is deleted permanently.
      </PageHead>
      <Slip
        stub={
          <StubSection title="Log size">
            <DescriptionList>
              <Entry term="Requests">
                <span className="num">
                  <Count of={days.log.lines} />
                </span>
              </Entry>
              <Entry term="Storage">about {sizeText(days.log.bytes)}</Entry>
              <Entry term="Oldest">
                {days.log.oldest_at && <Time at={days.log.oldest_at} form="full" focusable />}
              </Entry>
            </DescriptionList>
          </StubSection>
        }
      >
        <RetentionForm
          saved={saved === '1'}
          limits={{ events: EVENT_RETENTION_DAYS, mails: MAIL_RETENTION_DAYS }}
          disabledReason={
            permissions.has(updateRetention.permission) ? null : missingPermission(updateRetention.permission)
          }
          action={updateRetentionAction}
          initial={openForm({
            request_log_days: String(days.request_log_days),
            event_days: text(days.event_days),
            mail_days: text(days.mail_days),
          })}
        />
      </Slip>
      <section className="mt-10">
        <h2 className="text-lead font-semibold">Fixed</h2>
        <p className="mt-1 mb-3 text-ink-2">
          By law, by the operator of this server, or because other data depends on it.
        </p>
        <FixedRetention auditDays={AUDIT_RETENTION_DAYS} />
        <p className="mt-3">
          <Link href="/settings/retention/tables" className="link">
            All tables
          </Link>
        </p>
      </section>
    </>
  )
}
