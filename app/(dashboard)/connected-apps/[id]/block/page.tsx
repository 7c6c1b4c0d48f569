import type { Metadata } from 'next'
import { blockClientAction } from '#app/(dashboard)/connected-apps/actions.ts'
import { appOf } from '#app/(dashboard)/connected-apps/app.ts'
import { BlockForm } from '#components/connected-apps/access-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { blockClient } from '#lib/domain/connected-apps/block.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Block app'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function BlockAppPage({ params }: PageProps<'/connected-apps/[id]/block'>) {
  const [{ id }, { account, permissions }] = await Promise.all([params, requireStaff()])
  if (!permissions.has(blockClient.permission)) deny()
  const app = await appOf(id)
  return (
    <>
      <Crumbs href="/connected-apps" label="Connected apps" id={id} name={app.client_name} />
      <PageHead title={TITLE}>
        All connections of the staff of {account.merchant_name} to {app.client_name} end immediately, in test
        and live mode. The app can't be connected until it is unblocked. Its developer can register it again
        under another ID; to allow only known apps, set the allowed redirect hosts under Policy.
      </PageHead>
      <BlockForm
        clientId={app.client_id}
        back={`/connected-apps/${id}`}
        action={blockClientAction}
        initial={openForm()}
      />
    </>
  )
}
