import { revokeAppAction } from '#app/(dashboard)/connected-apps/actions.ts'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { ConnectedApps } from '#components/connected-apps/connected-apps.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { APP_FILTERS, listAppsForDashboard } from '#lib/domain/connected-apps/list.ts'
import { GrantId } from '#lib/domain/connected-apps/schema.ts'
import { fetchAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'

export const appList = staffList({
  path: '/connected-apps',
  title: 'Connected apps',
  noun: 'app',
  cursor: GrantId,
  operation: listAppsForDashboard,
  // Cards have no check boxes.
  exported: 'whole',
  top: () => <AppTabs current="/connected-apps" />,
  tabs: {
    label: 'Status',
    chips: true,
    of: [
      { count: 'connected', label: 'Active' },
      { count: 'ended', label: 'Disconnected', set: { group: 'ended' } },
      { count: 'all', label: 'All', set: { group: 'all' } },
    ],
  },
  filters: APP_FILTERS,
  lead: ({ may }) =>
    `Apps that ${may(fetchAppSettings.permission) ? 'members connected' : 'you connected'} have access to this account and mode.`,
  actions: (draw) => <Export list={{ path: '/connected-apps' }} draw={draw} />,
  table: (apps, { may, currency }) => (
    <ConnectedApps
      apps={apps}
      currency={currency}
      mayEndAll={may(blockClient.permission)}
      disconnect={revokeAppAction}
      open={openForm}
    />
  ),
  nothing: () => (
    <NothingYet title="No connected apps">
      Connect an AI client with the URL <span className="mono break-all">{`${env().MCP_URL}/mcp`}</span>. You
      are then asked for consent, and the app can do only what you allow.
    </NothingYet>
  ),
})
