import type { Metadata } from 'next'
import { unblockClientAction, updateAppSettingsAction } from '#app/(dashboard)/connected-apps/actions.ts'
import { AppTabs } from '#components/connected-apps/app-tabs.tsx'
import { BlocksList } from '#components/connected-apps/blocks-list.tsx'
import { PolicyForm } from '#components/connected-apps/policy-form.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { listBlocksForDashboard } from '#lib/domain/connected-apps/block.ts'
import { fetchAppSettings, updateAppSettings } from '#lib/domain/connected-apps/settings.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny, read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Policy · Connected apps' }

export default async function AppPolicyPage({ searchParams }: PageProps<'/connected-apps/policy'>) {
  const [{ account, permissions }, { saved }] = await Promise.all([requireStaff(), searchParams])
  if (!permissions.has(fetchAppSettings.permission)) deny()
  const [settings, { items }] = await Promise.all([
    read(fetchAppSettings, {}),
    read(listBlocksForDashboard, {}),
  ])
  const mayWrite = permissions.has(updateAppSettings.permission)
  return (
    <>
      <PageHead title="Connected apps">
        Which apps the staff of {account.merchant_name} can connect, in test and live mode.
      </PageHead>
      <AppTabs current="/connected-apps/policy" />
      <Slip
        stub={
          <StubSection title="Effect">
            <ul className="grid gap-2 text-table text-ink-2">
              <li>The policy applies to new connections. The consent page says why an app is not allowed.</li>
              <li>
                Existing connections continue until they are disconnected, expire or the app is blocked.
              </li>
              <li>Registered clients are always allowed.</li>
            </ul>
          </StubSection>
        }
      >
        <h2 className="mb-4 text-lead font-semibold">New connections</h2>
        {env().OAUTH_REGISTRATION === 'closed' && (
          <div className="mb-5">
            <Notice tone="wait" title="Registration is closed on this server">
              The server operator set OAUTH_REGISTRATION to closed. Apps can't register themselves for any
              merchant. Register clients here instead.
            </Notice>
          </div>
        )}
        <PolicyForm
          action={updateAppSettingsAction}
          initial={openForm({
            redirect_hosts: settings.redirect_hosts.join('\n'),
            self_registered: settings.self_registered ? '1' : '',
          })}
          saved={saved === '1'}
          disabledReason={mayWrite ? null : missingPermission(updateAppSettings.permission)}
        />
        {env().OAUTH_REGISTRATION === 'open' && (
          <p className="mt-4 text-small text-ink-2">
            Registration alone grants no access. The server operator can close registration for all merchants
            with OAUTH_REGISTRATION.
          </p>
        )}
        <h2 className="mt-8 mb-3 text-lead font-semibold">Blocked apps</h2>
        <BlocksList blocks={items} mayWrite={mayWrite} unblock={unblockClientAction} open={openForm} />
      </Slip>
    </>
  )
}
