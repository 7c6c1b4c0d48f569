import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { narrow } from '#app/(dashboard)/connected-apps/actions.ts'
import { appOf } from '#app/(dashboard)/connected-apps/app.ts'
import { moveMoney } from '#components/connected-apps/app-labels.ts'
import { NarrowForm } from '#components/connected-apps/narrow-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { scopeSentence } from '#lib/domain/connected-apps/schema/scopes.ts'
import { deny } from '#lib/surfaces/page.ts'
import { randomText } from '#lib/values/id.ts'
import { formatMoney } from '#lib/values/money-text.ts'

const TITLE = 'Edit access'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function ChangeAppPage({ params }: PageProps<'/connected-apps/[id]/change'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const app = await appOf(id)
  if (app.revoked_at !== null) redirect(`/connected-apps/${id}`)
  if (!app.own && !permissions.has('apps:write')) deny()
  const text = (amount: number | null) =>
    amount === null ? '' : formatMoney(amount, app.currency).replace(/^\D+/, '')
  return (
    <>
      <Crumbs href="/connected-apps" label="Connected apps" id={id} name={app.client_name} />
      <PageHead title={TITLE}>
        {app.client_name} gets the new access from its next request. More permissions need a new connection.
      </PageHead>
      <NarrowForm
        id={id}
        action={narrow}
        initial={{
          values: { limit_per_call: text(app.limit_per_call), limit_per_day: text(app.limit_per_day) },
          ticked: app.scopes,
          idempotency_key: randomText(32),
        }}
        scopes={app.scopes.map((name) => ({ name, sentence: scopeSentence(name) }))}
        symbol={moveMoney(app.scopes) ? formatMoney(0, app.currency).replace(/[\d.,\s]/g, '') : null}
        own={app.own}
      />
    </>
  )
}
