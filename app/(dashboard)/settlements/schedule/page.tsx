import type { Metadata } from 'next'
import { settleBalanceAction, updateSettlementScheduleAction } from '#app/(dashboard)/settlements/actions.ts'
import { SettlementScheduleForm } from '#components/settlements/schedule-form.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Count } from '#components/ui/count.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { DisabledAction } from '#components/ui/disabled-action.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchSettlementSettings, updateSettlementSettings } from '#lib/domain/settlements/settings.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Schedule · Settlements' }

export default async function SettlementSchedule({ searchParams }: PageProps<'/settlements/schedule'>) {
  const [{ account, permissions }, { saved }, { delay_days, next, currency }] = await Promise.all([
    requireStaff(),
    searchParams,
    read(fetchSettlementSettings, {}),
  ])
  const disabledReason = permissions.has(updateSettlementSettings.permission)
    ? null
    : missingPermission(updateSettlementSettings.permission)
  const due = BigInt(next?.amount ?? 0)
  return (
    <>
      <Crumbs href="/settlements" label="Settlements" id="schedule" name="Schedule" />
      <PageHead title="Settlement schedule">
        When captured payments are paid to your bank account, in {account.mode} mode.
      </PageHead>
      <Slip
        stub={
          <>
            <StubSection title="Next settlement">
              {next === null ? (
                <p className="text-table text-ink-2">Off: payments stay in your balance.</p>
              ) : (
                <DescriptionList>
                  <Entry term="From">
                    <Time at={next.at} form="full" focusable />
                  </Entry>
                  <Entry term="Due so far">
                    <Money amount={due > 0n ? due : 0n} currency={currency} />
                  </Entry>
                  <Entry term="Payments captured until">
                    <Time at={next.captured_until} form="full" focusable />
                  </Entry>
                </DescriptionList>
              )}
              {next !== null && (
                <p className="mt-2 text-table text-ink-2">
                  <DueNote count={next.count} due={due} /> Later payments, refunds and transfers still change
                  it.
                </p>
              )}
            </StubSection>
            {account.acquirer?.capabilities.settlement === false && (
              <StubSection title="Acquirer">
                <p className="text-table text-ink-2">
                  {account.acquirer.capabilities.name} settles to your bank account itself. Its payments are
                  left out of this schedule.{' '}
                  <Link href={`/settings/acquirer/${account.acquirer.id}`} className="link">
                    Open acquirer
                  </Link>
                </p>
              </StubSection>
            )}
            {account.mode === 'test' && (
              <StubSection title="Test mode">
                <p className="mb-2 text-table text-ink-2">
                  Settle the whole balance now, whatever the schedule. Refunds then need new payments.
                </p>
                {disabledReason === null ? (
                  <ActionButton
                    action={settleBalanceAction}
                    initial={openForm()}
                    hidden={{}}
                    pendingText="Settling…"
                  >
                    Settle now
                  </ActionButton>
                ) : (
                  <DisabledAction reason={disabledReason}>Settle now</DisabledAction>
                )}
              </StubSection>
            )}
          </>
        }
      >
        <SettlementScheduleForm
          live={account.mode === 'live'}
          saved={saved === '1'}
          disabledReason={disabledReason}
          action={updateSettlementScheduleAction}
          initial={openForm({
            schedule: delay_days === null ? 'off' : 'on',
            delay_days: String(delay_days ?? 2),
          })}
        />
      </Slip>
    </>
  )
}

/** What the amount that is due consists of, or why nothing is. */
function DueNote({ count, due }: { count: number; due: bigint }) {
  if (count === 0) return 'Nothing has been captured for it yet.'
  return (
    <>
      <Count of={count} noun="movement" /> of the balance: payments, less fees, refunds and transfers
      {due <= 0n
        ? '. Refunds and transfers use up the payments that are due. Nothing is paid until more is due.'
        : '.'}
    </>
  )
}
