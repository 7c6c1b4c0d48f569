import type { Metadata } from 'next'
import { updateRetention } from '#app/(dashboard)/logs/actions.ts'
import { LOG_LEAD } from '#components/logs/log-labels.ts'
import { LogTabs } from '#components/logs/log-tabs.tsx'
import { RetentionForm } from '#components/logs/retention-form.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchLogRetention } from '#lib/domain/requests/retention.ts'
import { missingPermission } from '#lib/permissions.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { sizeText } from '#lib/values/size-text.ts'

export const metadata: Metadata = { title: 'Retention · Logs' }

export default async function Retention({ searchParams }: PageProps<'/logs/retention'>) {
  const [{ account, permissions }, { saved }, kept] = await Promise.all([
    requireStaff(),
    searchParams,
    read(fetchLogRetention, {}),
  ])
  return (
    <>
      <PageHead title="Logs">{LOG_LEAD}</PageHead>
      <LogTabs current="retention" />
      <Slip
        stub={
          <StubSection title="Log size">
            <DescriptionList>
              <Entry term="Requests">
                <span className="num">{new Intl.NumberFormat('en-IN').format(kept.lines)}</span>
              </Entry>
              <Entry term="Storage">about {sizeText(kept.bytes)}</Entry>
              <Entry term="Oldest">
                {kept.oldest_at && <Time at={kept.oldest_at} form="full" focusable />}
              </Entry>
            </DescriptionList>
          </StubSection>
        }
      >
        <RetentionForm
          mode={account.mode}
          saved={saved === '1'}
          disabledReason={permissions.has('business:write') ? null : missingPermission('business:write')}
          action={updateRetention}
          initial={openForm({ days: String(kept.days) })}
        />
      </Slip>
    </>
  )
}
