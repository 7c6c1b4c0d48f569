import type { Metadata } from 'next'
import { revokeKeyAction } from '#app/(dashboard)/api-keys/actions.ts'
import { keyOf } from '#app/(dashboard)/api-keys/key.ts'
import { KeyEnded } from '#components/api-keys/key-ended.tsx'
import { LastCaller } from '#components/api-keys/last-caller.tsx'
import { TypedNameForm } from '#components/shared/form/typed-name-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { stateOf } from '#lib/domain/api-keys/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Revoke key'

export const metadata: Metadata = { title: `${TITLE} · API keys` }

export default async function RevokeKeyPage({ params }: PageProps<'/api-keys/[id]/revoke'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const key = await keyOf(id)
  if (!permissions.has(revokeKey.permission)) deny()
  const now = Math.floor(Date.now() / 1000)
  const state = stateOf(key, now)
  if (state === 'expired' || state === 'revoked') return <KeyEnded title={TITLE} id={id} />
  return (
    <>
      <Crumbs href="/api-keys" label="API keys" id={id} />
      <PageHead title={TITLE}>
        Requests with {key.name} are rejected immediately. This can't be undone. Apps that still use the key
        stop working.
      </PageHead>
      <LastCaller value={key} now={now} />
      <div className="mt-5">
        <TypedNameForm
          id={id}
          name={key.name}
          action={revokeKeyAction}
          initial={openForm()}
          failed="Key not revoked"
          label="Revoke key"
          pendingText="Revoking…"
          cancelHref={`/api-keys/${id}`}
        />
      </div>
    </>
  )
}
