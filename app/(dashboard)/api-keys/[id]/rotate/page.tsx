import type { Metadata } from 'next'
import { rotateKeyAction } from '#app/(dashboard)/api-keys/actions.ts'
import { keyOf } from '#app/(dashboard)/api-keys/key.ts'
import { KeyEnded } from '#components/api-keys/key-ended.tsx'
import { RotateKeyForm } from '#components/api-keys/rotate-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Rotate key'

export const metadata: Metadata = { title: `${TITLE} · API keys` }

export default async function RotateKeyPage({ params }: PageProps<'/api-keys/[id]/rotate'>) {
  const [{ id }, { account, permissions }] = await Promise.all([params, requireStaff()])
  const key = await keyOf(id)
  if (!permissions.has(rotateKey.permission)) deny()
  // A replaced or ended key still has this page: the form that rotated it shows the new secret here, and the
  // operation rejects a second rotation.
  if (key.revoked_at !== null && key.replaced_by === null) return <KeyEnded title={TITLE} id={id} />
  return (
    <>
      <Crumbs href="/api-keys" label="API keys" id={id} />
      <PageHead title={TITLE}>{key.name} gets a new ID and secret. Its permissions are unchanged.</PageHead>
      <RotateKeyForm
        id={id}
        action={rotateKeyAction}
        initial={openForm()}
        live={account.mode === 'live'}
        baseUrl={env().BASE_URL}
      />
    </>
  )
}
