import type { Metadata } from 'next'
import { updateNotificationsAction } from '#app/(dashboard)/settings/actions.ts'
import { NotificationsForm } from '#components/settings/notifications-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchNotifications } from '#lib/domain/notifications/choose.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Notifications · Settings' }

export default async function NotificationSettings({ searchParams }: PageProps<'/settings/notifications'>) {
  const [{ items }, { account }, { saved }] = await Promise.all([
    read(fetchNotifications, {}),
    requireStaff(),
    searchParams,
  ])
  return (
    <>
      <PageHead title="Notifications">
        Emails that you get about {account.merchant_name}, in both modes. Your choice affects only you.
      </PageHead>
      <NotificationsForm
        kinds={items.map(({ kind }) => kind)}
        saved={saved === '1'}
        initial={openForm({ on: items.filter(({ on }) => on).map(({ kind }) => kind) })}
        action={updateNotificationsAction}
      />
      <section className="mt-8 max-w-130">
        <h2 className="mb-2 text-lead font-semibold">Always sent</h2>
        <p className="text-ink-2">
          Security emails can't be switched off: invitations, password resets, changes to your sign-in,
          notices to owners when a person loses access, and changes of limits that take effect without a
          second person, exports of all data, and the deletion of the business. The alert email of a webhook
          gets every email about that webhook.
        </p>
      </section>
    </>
  )
}
