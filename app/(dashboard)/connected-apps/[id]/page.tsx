import type { Metadata } from 'next'
import { revokeAllOfAppAction, revokeAppAction } from '#app/(dashboard)/connected-apps/actions.ts'
import { appOf } from '#app/(dashboard)/connected-apps/app.ts'
import { AppCalls } from '#components/connected-apps/app-calls.tsx'
import { AppOverview } from '#components/connected-apps/app-overview.tsx'
import { AppPill } from '#components/connected-apps/app-pill.tsx'
import { AppStub } from '#components/connected-apps/app-stub.tsx'
import { SpendingPicture } from '#components/connected-apps/spending-picture.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { placeIn } from '#components/shared/list/list.ts'
import { TimelineSection } from '#components/shared/record-timeline.tsx'
import { Permitted, Unless } from '#components/ui/disabled-action.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Link } from '#components/ui/link.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Actions, Crumbs } from '#components/ui/page-head.tsx'
import { Pager } from '#components/ui/pager.tsx'
import { queryOf } from '#components/ui/query.ts'
import { Slip } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { fetchAppTimeline, listAppCallsForDashboard } from '#lib/domain/connected-apps/get-details.ts'
import type { AppDetails } from '#lib/domain/connected-apps/schema.ts'
import { fetchAppSpendingTrend } from '#lib/domain/connected-apps/trend.ts'
import { listRequestsForDashboard } from '#lib/domain/requests/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'

export async function generateMetadata({ params }: PageProps<'/connected-apps/[id]'>): Promise<Metadata> {
  return { title: `${(await appOf((await params).id)).client_name} · Connected apps` }
}

export default async function ConnectedAppPage({ params, searchParams }: PageProps<'/connected-apps/[id]'>) {
  const [{ id }, query, { permissions }, { time_zone: zone }] = await Promise.all([
    params,
    searchParams.then(queryOf),
    requireStaff(),
    currentPreferences(),
  ])
  const { place } = placeIn('request', query)
  const [app, calls, timeline, spending] = await Promise.all([
    appOf(id),
    tryRead(listAppCallsForDashboard, { id, ...place }),
    tryRead(fetchAppTimeline, { id }),
    tryRead(fetchAppSpendingTrend, { id, zone }),
  ])
  const mayOpenLog = permissions.has(listRequestsForDashboard.permission)
  const now = Math.floor(Date.now() / 1000)
  return (
    <>
      <Crumbs href="/connected-apps" label="Connected apps" id={id} name={app.client_name} />
      <Slip stub={<AppStub value={app} />}>
        <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
          <div className="min-w-0">
            <h1 className="text-title font-semibold wrap-anywhere">{app.client_name}</h1>
            <div className="mt-1.5">
              <AppPill value={app} now={now} />
            </div>
          </div>
          <AppActions
            app={app}
            isActive={app.revoked_at === null && app.expires_at > now}
            mayWrite={permissions.has(blockClient.permission)}
          />
        </header>
        <AppOverview
          value={app}
          spending={
            spending.ok && <SpendingPicture app={app} trend={spending.value} mayOpenLog={mayOpenLog} />
          }
        />
        {app.beside.length > 0 && <OtherConnections app={app} />}
        <section aria-labelledby="calls" className="mt-6">
          <h2 id="calls" className="text-table font-semibold">
            Requests
          </h2>
          <p className="mt-1 mb-2 text-small text-ink-2">
            {app.calls_day} in the last 24 hours, {app.refused_day} rejected; {app.calls_month} in 30 days.{' '}
            {mayOpenLog && (
              <Link href={`/logs?actor=${id}`} className="link">
                View in logs
              </Link>
            )}
          </p>
          {!calls.ok ? (
            <Failure requestId={calls.request_id}>{calls.description}</Failure>
          ) : calls.value.items.length === 0 ? (
            <p className="text-ink-2">No requests yet.</p>
          ) : (
            <>
              <AppCalls calls={calls.value.items} mayOpenLog={mayOpenLog} />
              {(calls.value.has_newer || calls.value.has_older) && (
                <Pager
                  path={`/connected-apps/${id}`}
                  query={query}
                  size={place.count}
                  firstId={calls.value.items[0]?.id}
                  lastId={calls.value.items.at(-1)?.id}
                  hasNewer={calls.value.has_newer}
                  hasOlder={calls.value.has_older}
                />
              )}
            </>
          )}
        </section>
        <div className="mt-6">
          <TimelineSection timeline={timeline} own={id} />
        </div>
      </Slip>
    </>
  )
}

/** The same app for the same user on other devices and in other windows. */
function OtherConnections({ app }: { app: AppDetails }) {
  return (
    <section aria-labelledby="beside" className="mt-6">
      <h2 id="beside" className="text-table font-semibold">
        Other connections
      </h2>
      <p className="mt-1 mb-2 text-small text-ink-2">
        The same app, connected by the same user on another device or in another window.
      </p>
      <ul className="mb-3 grid gap-1">
        {app.beside.map(({ id, redirect_host, created_at, last_used_at }) => (
          <li key={id}>
            <Link href={`/connected-apps/${id}`} className="link">
              Connected <Time at={created_at} form="full" />
            </Link>
            <span className="text-ink-2">
              {' '}
              via {redirect_host},{' '}
              {last_used_at === null ? (
                'not used yet'
              ) : (
                <>
                  last used <Time at={last_used_at} form="full" />
                </>
              )}
            </span>
          </li>
        ))}
        {app.beside_count > app.beside.length && (
          <li className="text-ink-2">and {app.beside_count - app.beside.length} older ones</li>
        )}
      </ul>
      <Unless error={app.change_error} label="Disconnect all" variant="danger">
        <ActionButton
          action={revokeAllOfAppAction}
          initial={openForm()}
          hidden={{ id: app.id }}
          variant="danger"
          pendingText="Disconnecting…"
        >
          Disconnect all {app.beside_count + 1} connections
        </ActionButton>
      </Unless>
    </section>
  )
}

/** Users edit and end the access of their own apps; blocking takes apps:write. */
function AppActions({ app, isActive, mayWrite }: { app: AppDetails; isActive: boolean; mayWrite: boolean }) {
  return (
    <Actions>
      {isActive && (
        <>
          <Unless error={app.change_error} label="Edit access">
            <LinkButton href={`/connected-apps/${app.id}/change`}>Edit access</LinkButton>
          </Unless>
          <Unless error={app.change_error} label="Disconnect" variant="danger">
            <ActionButton
              action={revokeAppAction}
              initial={openForm()}
              hidden={{ id: app.id }}
              variant="danger"
              pendingText="Disconnecting…"
            >
              Disconnect
            </ActionButton>
          </Unless>
        </>
      )}
      {!app.client_blocked && (
        <Permitted allowed={mayWrite} permission={blockClient.permission} label="Block" variant="danger">
          <LinkButton href={`/connected-apps/${app.id}/block`} variant="danger">
            Block
          </LinkButton>
        </Permitted>
      )}
    </Actions>
  )
}
