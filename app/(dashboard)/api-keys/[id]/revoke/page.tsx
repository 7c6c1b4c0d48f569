import type { Metadata } from 'next'
import { revokeKeyAction } from '#app/(dashboard)/api-keys/actions.ts'
import { keyOf } from '#app/(dashboard)/api-keys/key.ts'
import { KeyEnded } from '#components/api-keys/key-ended.tsx'
import { TypedNameForm } from '#components/shared/form/typed-name-form.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { Time } from '#components/ui/time.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { type KeyDetails, keyStateOf } from '#lib/domain/api-keys/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Revoke key'

export const metadata: Metadata = { title: `${TITLE} · API keys` }

export default async function RevokeKeyPage({ params }: PageProps<'/api-keys/[id]/revoke'>) {
  const [{ id }, { permissions }] = await Promise.all([params, requireStaff()])
  const key = await keyOf(id)
  if (!permissions.has(revokeKey.permission)) deny()
  const now = Math.floor(Date.now() / 1000)
  const state = keyStateOf(key, now)
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

/** The caller that would fail if the key ended now. */
function LastCaller({ value, now }: { value: KeyDetails; now: number }) {
  const { last_used_at, last_used_ip, last_used_agent, calls_hour, calls_day } = value
  if (last_used_at === null) return <Notice tone="good">This key has never been used.</Notice>
  const busy = now - last_used_at < 86_400
  return (
    <Notice tone={busy ? 'wait' : 'good'} title={busy ? 'Key in use' : 'No requests for 24 hours'}>
      <p>
        Last request <Time at={last_used_at} /> from{' '}
        <span className="mono">{last_used_ip ?? 'an unknown address'}</span>
        {last_used_agent && `, by ${last_used_agent}`}. {calls_hour} in the last hour, {calls_day} in the last
        24 hours.
      </p>
      <p>
        <Link href={`/logs?actor=${value.id}`} className="link">
          View requests
        </Link>
      </p>
    </Notice>
  )
}
