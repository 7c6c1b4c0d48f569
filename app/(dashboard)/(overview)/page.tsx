import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { NextSettlement } from '#app/(dashboard)/settlements/next-settlement.tsx'
import { homeOf } from '#components/app-shell/nav-groups.ts'
import { pagePermissions } from '#components/app-shell/page-permissions.ts'
import { ActivityFeed } from '#components/overview/activity-feed.tsx'
import { AttentionList } from '#components/overview/attention-list.tsx'
import { FirstRun, STEP_NAMES, stepsOf, stepsTaken } from '#components/overview/first-run.tsx'
import { GoLiveChecklist, goLiveTasks } from '#components/overview/go-live.tsx'
import { Mentions } from '#components/overview/mentions.tsx'
import { type Range, readRange } from '#components/overview/range.ts'
import { RangeControl } from '#components/overview/range-control.tsx'
import { SplitCharts } from '#components/overview/split-charts.tsx'
import { Tiles } from '#components/overview/tiles.tsx'
import { VolumeChart } from '#components/overview/volume-chart.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { Static } from '#components/ui/static.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchBalance } from '#lib/domain/balance/fetch.ts'
import { fetchMentions } from '#lib/domain/comments/fetch.ts'
import { fetchActivity } from '#lib/domain/overview/activity.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { fetchFirstSteps } from '#lib/domain/overview/first-steps.ts'
import { fetchSplits, fetchTotals, fetchVolume } from '#lib/domain/overview/totals.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { bucketsOf, stepFor } from '#lib/values/buckets.ts'
import {
  createFirstKeyAction,
  createFirstOrderAction,
  dismissFirstStepsAction,
  refundFirstPaymentAction,
} from './actions.ts'
import { DISMISSED_COOKIE, dismissedAccounts } from './dismissed.ts'
import { STEP_PERMISSIONS } from './step-permissions.ts'

export const metadata: Metadata = { title: 'Overview' }

export default async function OverviewPage({ searchParams }: PageProps<'/'>) {
  const { account, permissions } = await requireStaff()
  // A role of the merchant may leave payments out: its people begin with their first page.
  const home = homeOf({ permissions, account })
  if (home && home.href !== '/') redirect(home.href)
  const [{ time_zone }, steps] = await Promise.all([currentPreferences(), read(fetchFirstSteps, {})])
  const dismissed = dismissedAccounts((await cookies()).get(DISMISSED_COOKIE)?.value).includes(account.id)
  const own = stepsOf({ needs: STEP_PERMISSIONS, permissions })
  // Once there is a payment, the steps that are left to others concern the reader no more.
  const awaited = steps.has_payment ? own : STEP_NAMES
  const { go_live } = steps
  const isComplete = go_live
    ? goLiveTasks(go_live).every(({ done }) => done)
    : stepsTaken(steps, awaited) === awaited.length
  const hasFirstRun = !isComplete && !dismissed
  const now = Math.floor(Date.now() / 1000)
  const range = readRange(queryOf(await searchParams), time_zone, now)
  // Before the first payment there are no figures. The steps stay in their place when it arrives, with the secret of the
  // key that they created.
  return (
    <>
      <PageHead
        title="Overview"
        wide
        actions={(steps.has_payment || !hasFirstRun) && <RangeControl range={range} />}
      />
      {range.problem && (
        <div className="mb-4">
          <Notice tone="wait" role="alert">
            {range.problem} Showing the last 7 days.
          </Notice>
        </div>
      )}
      {hasFirstRun && (
        <>
          {go_live ? (
            <GoLiveChecklist
              found={go_live}
              permissions={permissions}
              open={!steps.has_payment}
              dismiss={dismissFirstStepsAction}
            />
          ) : (
            <FirstRun
              key={account.id}
              steps={steps}
              needs={STEP_PERMISSIONS}
              permissions={permissions}
              baseUrl={env().BASE_URL}
              currency={account.currency}
              forms={{
                key: { action: createFirstKeyAction, initial: openForm() },
                order: { action: createFirstOrderAction, initial: openForm() },
                refund: { action: refundFirstPaymentAction, initial: openForm() },
              }}
              open={!steps.has_payment || !steps.has_history}
              dismiss={dismissFirstStepsAction}
            />
          )}
          {!steps.has_history && <AutoRefresh seconds={3} />}
        </>
      )}
      {(steps.has_payment || !hasFirstRun) && (
        <Figures
          range={range}
          currency={account.currency}
          zone={time_zone}
          now={now}
          mayOpen={(path) => pagePermissions(path).every((permission) => permissions.has(permission))}
        />
      )}
    </>
  )
}

async function Figures({
  range,
  currency,
  zone,
  now,
  mayOpen,
}: {
  range: Range
  currency: string
  zone: string
  now: number
  mayOpen: (path: string) => boolean
}) {
  const { current, previous } = range
  const step = stepFor(current.from, current.to)
  const [attention, mentions, totals, balance, volume, splits, activity] = await Promise.all([
    read(fetchAttention, { zone }),
    read(fetchMentions, {}),
    read(fetchTotals, { current, previous }),
    tryRead(fetchBalance, {}),
    read(fetchVolume, { ...current, step, zone }),
    read(fetchSplits, current),
    // More than are shown, since what one actor did in a row is one line.
    read(fetchActivity, { count: 30 }),
  ])
  return (
    <>
      <Static as="div" mayOpen={mayOpen}>
        <AttentionList attention={attention} currency={currency} now={now} />
      </Static>
      <Mentions mentions={mentions.items} />
      <Static as="div" mayOpen={mayOpen}>
        <Tiles
          totals={totals}
          balance={balance.ok ? balance.value : null}
          range={range}
          currency={currency}
        />
      </Static>
      <NextSettlement />
      <Static
        as="div"
        mayOpen={mayOpen}
        className="grid grid-cols-[minmax(0,1fr)_300px] gap-x-10 gap-y-2 max-wide:grid-cols-1"
      >
        <div className="min-w-0">
          <VolumeChart
            buckets={bucketsOf(current.from, current.to, step, zone)}
            points={volume.points}
            step={step}
            currency={currency}
            rangeWords={range.words}
          />
          <SplitCharts splits={splits} range={range} currency={currency} />
        </div>
        <ActivityFeed items={activity.items} />
      </Static>
    </>
  )
}
