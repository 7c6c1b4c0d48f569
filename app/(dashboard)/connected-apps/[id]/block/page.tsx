import type { Metadata } from 'next'
import { block } from '#app/(dashboard)/connected-apps/actions.ts'
import { appOf } from '#app/(dashboard)/connected-apps/app.ts'
import { BlockForm } from '#components/connected-apps/block-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { deny } from '#lib/surfaces/page.ts'
import { randomText } from '#lib/values/id.ts'

const TITLE = 'Block the program'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function BlockAppPage({ params }: PageProps<'/connected-apps/[id]/block'>) {
  const [{ id }, { account, permissions }] = await Promise.all([params, requireStaff()])
  if (!permissions.has('apps:write')) deny()
  const app = await appOf(id)
  return (
    <>
      <Crumbs href="/connected-apps" label="Connected apps" id={id} name={app.client_name} />
      <PageHead title={TITLE}>
        Whatever members of {account.merchant_name} let {app.client_name} do ends at once, in test and in live
        mode. Nobody can connect it again until it is unblocked. Whoever made it can register it anew under
        another id: to keep out all but those you know, say under Policy where programs may lead back to.
      </PageHead>
      <BlockForm
        clientId={app.client_id}
        back={`/connected-apps/${id}`}
        action={block}
        initial={{ values: {}, ticked: [], idempotency_key: randomText(32) }}
      />
    </>
  )
}
