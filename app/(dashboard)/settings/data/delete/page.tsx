import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { confirmClosureAction, requestClosureAction } from '#app/(dashboard)/settings/data/actions.ts'
import { DeleteDataForm } from '#components/settings/data-forms.tsx'
import { FormPage } from '#components/shared/form-page.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { confirmClosure } from '#lib/domain/closures/decide.ts'
import { fetchClosure } from '#lib/domain/closures/request.ts'
import type { Obstacle } from '#lib/domain/closures/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

/** What each is called, and where it is settled. */
const WHERE: Record<Obstacle['kind'], { label: string; href: string }> = {
  balance: { label: 'Balance', href: '/settlements' },
  payments_in_progress: { label: 'Payments in progress', href: '/payments?status=created' },
  payments_authorized: { label: 'Authorized payments', href: '/payments?status=authorized' },
  refunds_pending: { label: 'Pending refunds', href: '/refunds?status=pending' },
  payouts_processing: { label: 'Processing payouts', href: '/payouts?status=processing' },
  settlements_created: { label: 'Settlements at the bank', href: '/settlements?status=created' },
  transfers_on_hold: { label: 'Transfers on hold', href: '/transfers?status=created' },
  wallets: { label: 'Wallets of customers', href: '/wallets' },
  batches_running: { label: 'Running batches', href: '/batches' },
}

/** The money of live mode that is in the way of a deletion, with the pages where it is settled. */
function Obstacles({ obstacles }: { obstacles: Obstacle[] }) {
  if (obstacles.length === 0) return null
  return (
    <Notice tone="wait" title="There is still money in live mode">
      <p>Refund it, settle it or pay it out first. Switch to live mode to open the pages.</p>
      <ul className="mt-2 space-y-1">
        {obstacles.map(({ kind, amount, currency, count }) => (
          <li key={kind}>
            <Link href={WHERE[kind].href}>{WHERE[kind].label}</Link>:{' '}
            <Money amount={amount} currency={currency} />
            {kind !== 'balance' && ` in ${count}`}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

export const metadata: Metadata = { title: 'Delete business · Settings' }

export default async function DeleteBusiness() {
  const [{ closure, obstacles }, { account, id, permissions }] = await Promise.all([
    read(fetchClosure, {}),
    requireStaff(),
  ])
  const waiting = closure?.status === 'waiting' ? closure : null
  if (waiting && (waiting.requested_by_id === id || !permissions.has(confirmClosure.permission)))
    redirect('/settings/data')
  const name = account.merchant_name
  const shared = { name, initial: openForm(), pendingText: 'Deleting…', eachTime: true }
  return (
    <FormPage
      title={waiting ? `Confirm the deletion of ${name}` : `Delete ${name}`}
      crumbs={<Crumbs href="/settings/data" label="Data and deletion" id="delete" name="Delete" />}
      disabledReason={null}
      disabledTitle=""
    >
      <div className="mb-6 grid max-w-[72ch] gap-4">
        <ul className="list-disc space-y-1 pl-5">
          <li>
            {waiting
              ? 'API keys, connected apps, webhooks and sign-ins end immediately.'
              : 'Takes effect when another owner confirms, or after 7 days. Any owner can cancel until then.'}
          </li>
          <li>Then all records, documents, settings and people of both modes are deleted permanently.</li>
          <li>
            Accounting entries of live mode stay for 8 years, as the law requires: amounts, times and IDs, no
            personal data.
          </li>
          <li>Export everything first, if you need it: bills and the audit log are deleted, too.</li>
        </ul>
        <Obstacles obstacles={obstacles} />
      </div>
      {waiting ? (
        <DeleteDataForm
          {...shared}
          id={waiting.id}
          action={confirmClosureAction}
          label="Delete business now"
          failed="Business not deleted"
        />
      ) : (
        <DeleteDataForm
          {...shared}
          action={requestClosureAction}
          label="Request deletion"
          failed="Deletion not requested"
        />
      )}
    </FormPage>
  )
}
