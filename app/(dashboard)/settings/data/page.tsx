import type { Metadata } from 'next'
import { CancelForm, ExportForm } from '#components/settings/data-forms.tsx'
import { ExportsTable } from '#components/settings/exports-table.tsx'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchAccountExports } from '#lib/domain/account-exports/request.ts'
import { confirmClosure } from '#lib/domain/closures/decide.ts'
import { fetchClosure } from '#lib/domain/closures/request.ts'
import type { Closure } from '#lib/domain/closures/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { cancelClosureAction, requestAccountExportAction } from './actions.ts'

export const metadata: Metadata = { title: 'Data and deletion · Settings' }

/** What a form without script has just done. */
const DONE: Record<string, string> = {
  export: 'Export requested. You get an email when it is ready.',
  closure: 'Deletion requested. Every owner gets an email.',
  cancelled: 'Deletion cancelled. Nothing has changed.',
  reset: 'The test data is being deleted. This takes a few minutes.',
}

export default async function DataSettings({ searchParams }: PageProps<'/settings/data'>) {
  const [{ items }, { closure, other_owners }, { account, id, permissions }, { done }] = await Promise.all([
    read(fetchAccountExports, {}),
    read(fetchClosure, {}),
    requireStaff(),
    searchParams,
  ])
  const open = items.some(({ status }) => status === 'queued' || status === 'running')
  const waiting = closure?.status === 'waiting' ? closure : null
  const { mode, merchant_name } = account
  return (
    <>
      <PageHead title="Data and deletion">Export everything, or delete it. For owners.</PageHead>
      {typeof done === 'string' && DONE[done] && (
        <div className="mb-5 max-w-130">
          <Notice tone="good" role="status">
            {DONE[done]}
          </Notice>
        </div>
      )}
      {(open || account.erasing) && <AutoRefresh />}
      <section>
        <h2 className="text-lead font-semibold">Export everything</h2>
        <p className="mt-1 mb-4 max-w-[72ch] text-ink-2">
          One ZIP file with every record of {mode} mode as NDJSON, one file for each kind, and all uploaded
          documents. Secrets and full bank account numbers are left out. Only you can download it, for 7 days.
        </p>
        {!open && <ExportForm action={requestAccountExportAction} initial={openForm()} />}
        {items.length > 0 && (
          <div className="mt-5">
            <ExportsTable rows={items} readerId={id} />
          </div>
        )}
      </section>
      <section aria-labelledby="danger" className="mt-12 rounded-control border border-bad p-5">
        <h2 id="danger" className="text-lead font-semibold text-bad">
          Danger zone
        </h2>
        {mode === 'test' && (
          <div className="mt-4">
            <h3 className="font-semibold">Delete all test data</h3>
            <p className="mt-1 mb-3 max-w-[72ch] text-ink-2">
              Deletes every order, payment, customer, bill and document of test mode. People, settings, API
              keys, webhooks and the audit log stay.
            </p>
            {account.erasing ? (
              <p role="status">Test data is being deleted. Changes in test mode are rejected until then.</p>
            ) : (
              <LinkButton href="/settings/data/reset" variant="danger">
                Delete test data…
              </LinkButton>
            )}
          </div>
        )}
        <div className="mt-6">
          <h3 className="font-semibold">Delete {merchant_name}</h3>
          <p className="mt-1 mb-3 max-w-[72ch] text-ink-2">
            Deletes both modes with all data, after another owner confirms it or after 7 days.
          </p>
          {closure && <ClosureNotice closure={closure} />}
          {waiting ? (
            <div className="mt-4 grid gap-4">
              {waiting.requested_by_id !== id && permissions.has(confirmClosure.permission) && (
                <LinkButton href="/settings/data/delete" variant="danger" className="justify-self-start">
                  Confirm deletion…
                </LinkButton>
              )}
              {waiting.requested_by_id === id && (
                <p className="text-ink-2">
                  {other_owners === 0
                    ? 'You are the only owner, so it takes effect at that time.'
                    : 'Another owner can confirm it earlier.'}
                </p>
              )}
              <CancelForm id={waiting.id} action={cancelClosureAction} initial={openForm()} />
            </div>
          ) : (
            <LinkButton href="/settings/data/delete" variant="danger" className="mt-3">
              Delete business…
            </LinkButton>
          )}
        </div>
      </section>
    </>
  )
}

/** The deletion that waits, or how the last one ended. */
function ClosureNotice({ closure }: { closure: Closure }) {
  const { status, requested_by, created_at, due_at, decided_by, decided_at, stop_reason } = closure
  if (status === 'waiting')
    return (
      <Notice tone="bad" title="Deletion requested">
        {requested_by} requested it on <Time at={created_at} />. It takes effect on <Time at={due_at} />.
        Until then everything works as before.
      </Notice>
    )
  if (status === 'stopped')
    return (
      <Notice tone="wait" title="The last deletion was stopped">
        {stop_reason}
      </Notice>
    )
  if (status === 'cancelled' && decided_at !== null)
    return (
      <Notice title="The last deletion was cancelled">
        {decided_by} cancelled it on <Time at={decided_at} />.
      </Notice>
    )
  return null
}
