import type { Metadata } from 'next'
import { redirect } from 'next/navigation'
import { reduceAppScopesAction } from '#app/(dashboard)/connected-apps/actions.ts'
import { appOf } from '#app/(dashboard)/connected-apps/app.ts'
import { AccessForm } from '#components/connected-apps/access-form.tsx'
import { moveMoney } from '#components/connected-apps/app-labels.ts'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { scopeSentence } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'
import { decimalOf } from '#lib/values/money-text.ts'

const TITLE = 'Edit access'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function ChangeAppPage({ params }: PageProps<'/connected-apps/[id]/change'>) {
  const { id } = await params
  const app = await appOf(id)
  if (app.revoked_at !== null) redirect(`/connected-apps/${id}`)
  if (app.change_error) deny()
  const text = (amount: number | null) => (amount === null ? '' : decimalOf(amount, app.currency))
  return (
    <>
      <Crumbs href="/connected-apps" label="Connected apps" id={id} name={app.client_name} />
      <PageHead title={TITLE}>
        {app.client_name} gets the new access from its next request. More permissions need a new connection.
      </PageHead>
      <AccessForm
        id={id}
        action={reduceAppScopesAction}
        initial={openForm({
          scopes: app.scopes,
          limit_per_call: text(app.limit_per_call),
          limit_per_day: text(app.limit_per_day),
        })}
        scopes={app.scopes.map((name) => ({ name, sentence: scopeSentence(name) }))}
        currency={app.currency}
        limited={moveMoney(app.scopes)}
        own={app.own}
      />
    </>
  )
}
