import type { ReactNode } from 'react'
import { webhookOf } from '#app/(dashboard)/webhooks/[id]/record.ts'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { updateDescribedWebhook } from '#lib/domain/webhooks/update.ts'
import { deny } from '#lib/surfaces/page.ts'

type ChangePageProps = { id: string; title: string; says?: ReactNode; children: ReactNode }

/** A page that changes an endpoint, for those who may. */
export async function ChangePage({ id, title, says, children }: ChangePageProps) {
  const [{ url }, { permissions }] = await Promise.all([webhookOf(id), requireStaff()])
  if (!permissions.has(updateDescribedWebhook.permission)) deny()
  return (
    <>
      <Crumbs href="/webhooks" label="Webhooks" id={id} />
      <PageHead title={title}>
        <span className="wrap-anywhere">{url}</span>
      </PageHead>
      {says && <p className="mb-5 max-w-[64ch] text-ink-2">{says}</p>}
      {children}
    </>
  )
}
