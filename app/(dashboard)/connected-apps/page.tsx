import type { Metadata } from 'next'
import { disconnect } from '#app/(dashboard)/connected-apps/actions.ts'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { ConnectedApps } from '#components/connected-apps/connected-apps.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { browseApps } from '#lib/domain/connected-apps/browse.ts'
import { env } from '#lib/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Connected apps' }

export default async function ConnectedAppsPage({ searchParams }: PageProps<'/connected-apps'>) {
  const ended = (await searchParams).ended === '1'
  const [{ items, all }, { id, permissions }] = await Promise.all([
    read(browseApps, { ended }),
    requireStaff(),
  ])
  return (
    <>
      <PageHead title="Connected apps">
        Apps that {all ? 'members connected' : 'you connected'} have access to this account and mode.
      </PageHead>
      <AppTabs current={ended ? '/connected-apps?ended=1' : '/connected-apps'} />
      {items.length === 0 ? (
        <NothingYet title={ended ? 'No disconnected apps' : 'No connected apps'}>
          {!ended && (
            <>
              Connect an AI client with the URL{' '}
              <span className="mono break-all">{`${env().MCP_URL}/mcp`}</span>. You are then asked for
              consent, and the app can do only what you allow.
            </>
          )}
        </NothingYet>
      ) : (
        <ConnectedApps
          apps={items}
          mayEnd={(app) => app.user_id === id || permissions.has('apps:write')}
          disconnect={disconnect}
          open={openForm}
        />
      )}
    </>
  )
}
