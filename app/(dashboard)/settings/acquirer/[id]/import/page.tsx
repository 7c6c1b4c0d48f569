import type { Metadata } from 'next'
import {
  continueGatewayImportAction,
  startGatewayImportAction,
  stopGatewayImportAction,
} from '#app/(dashboard)/settings/acquirer/actions.ts'
import { StartGatewayImportForm } from '#components/acquirers/acquirer-forms.tsx'
import {
  ImportKindsTable,
  ImportList,
  ImportPill,
  ImportProgress,
  LeftOutTable,
} from '#components/acquirers/import-parts.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { ActionButton } from '#components/shared/form/action-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { getAcquirerDetails } from '#lib/domain/acquirers/get-details.ts'
import { startGatewayImport } from '#lib/domain/gateway-imports/change.ts'
import { getGatewayImport } from '#lib/domain/gateway-imports/fetch.ts'
import type { GatewayImport } from '#lib/domain/gateway-imports/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Import · Acquirer · Settings' }

export default async function GatewayImportPage({ params }: PageProps<'/settings/acquirer/[id]/import'>) {
  const { id } = await params
  const [acquirer, { import: last, left_out }, { permissions, account }, { time_zone: zone }] =
    await Promise.all([
      read(getAcquirerDetails, { id }),
      read(getGatewayImport, { id }),
      requireStaff(),
      currentPreferences(),
    ])
  const mayWrite = permissions.has(startGatewayImport.permission)
  const leftOut = Object.values(last?.progress ?? {}).reduce((sum, one) => sum + one.left_out, 0)
  return (
    <>
      {last?.status === 'running' && <AutoRefresh untilDone />}
      <Crumbs href={`/settings/acquirer/${id}`} label={acquirer.name} id={id} name="Import" />
      <PageHead title="Import records" actions={mayWrite && last && <Controls of={last} />}>
        Customers, orders, payments with cards, refunds and settlements of {acquirer.name}.
      </PageHead>
      {last && (
        <>
          <ImportPill status={last.status} />
          <ImportProgress of={last} now={Math.floor(Date.now() / 1000)} />
          {last.problem !== null && (
            <div className="mt-4 max-w-160">
              <Notice tone="wait" title="The gateway does not respond">
                {last.problem} The import tries again by itself.
              </Notice>
            </div>
          )}
          <div className="mt-5">
            <ImportKindsTable of={last} />
          </div>
          <div className="mt-6">
            <ImportList of={last} currency={account.currency} />
          </div>
        </>
      )}
      {left_out.length > 0 && (
        <section className="mt-8">
          <h2 className="mb-3 text-lead font-semibold">Records left out</h2>
          <p className="mb-3 max-w-[64ch] text-ink-2">
            These records are not in this account.
            {leftOut > left_out.length && ` The first ${left_out.length} of ${leftOut} are shown.`}
          </p>
          <LeftOutTable rows={left_out} />
        </section>
      )}
      {mayWrite && last?.status !== 'running' && last?.status !== 'stopped' && (
        <section className="mt-8">
          <h2 className="mb-3 text-lead font-semibold">{last ? 'Import again' : 'Start'}</h2>
          <p className="mb-4 max-w-[64ch] text-ink-2">
            Records keep the IDs, times, notes and fees that they have at the gateway. What is in this account
            already does not change, and no webhooks are sent. Without a script, reload this page to see the
            progress.
          </p>
          <StartGatewayImportForm
            id={id}
            zone={zone}
            action={startGatewayImportAction}
            initial={openForm()}
          />
        </section>
      )}
    </>
  )
}

function Controls({ of: { id, status } }: { of: GatewayImport }) {
  if (status === 'finished') return null
  return status === 'running' ? (
    <ActionButton
      action={stopGatewayImportAction}
      initial={openForm()}
      hidden={{ id }}
      pendingText="Stopping…"
    >
      Stop import
    </ActionButton>
  ) : (
    <ActionButton
      action={continueGatewayImportAction}
      initial={openForm()}
      hidden={{ id }}
      pendingText="Continuing…"
      variant="primary"
    >
      Continue import
    </ActionButton>
  )
}
