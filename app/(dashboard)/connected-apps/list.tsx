import { z } from 'zod'
import { revokeAppAction } from '#app/(dashboard)/connected-apps/actions.ts'
import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { ConnectedApps } from '#components/connected-apps/connected-apps.tsx'
import { hidden, text } from '#components/shared/list/filters.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { APP_GROUPS, listAppsForDashboard } from '#lib/domain/connected-apps/list.ts'
import { GrantId } from '#lib/domain/connected-apps/schema.ts'
import { fetchAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { env } from '#lib/env.ts'
import { param } from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'
import { openForm } from '#lib/surfaces/form-action.ts'

const Group = z.enum(APP_GROUPS, 'Apps must be connected, ended or all.')

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
      { count: 'connected', label: 'Connected' },
      { count: 'ended', label: 'Disconnected', set: { group: 'ended' } },
      { count: 'all', label: 'All', set: { group: 'all' } },
    ],
  },
  filters: [
    hidden(param('group', Group), 'connected'),
    text(param('name', shortText(80, 'An app name')), {
      label: 'Name',
      placeholder: 'Beginning of the app name',
    }),
    text(param('user', shortText(200, 'An email')), {
      label: 'Connected by',
      placeholder: 'person@example.com',
    }),
  ],
  lead: ({ may }) =>
    `Apps that ${may(fetchAppSettings.permission) ? 'members connected' : 'you connected'} have access to this account and mode.`,
  actions: (draw) => <Export list={{ path: '/connected-apps' }} draw={draw} />,
  table: (apps, { may }) => (
    <ConnectedApps
      apps={apps}
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
