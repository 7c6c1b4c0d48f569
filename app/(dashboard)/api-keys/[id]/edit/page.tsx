import type { Metadata } from 'next'
import { updateKeyAction } from '#app/(dashboard)/api-keys/actions.ts'
import { keyOf } from '#app/(dashboard)/api-keys/key.ts'
import { KeyEnded } from '#components/api-keys/key-ended.tsx'
import { KeyForm } from '#components/api-keys/key-form.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { grantsOf } from '#lib/domain/api-keys/schema/key-scopes.ts'
import { grantableToKey, type KeyDetails, keyStateOf, permissionsOfKey } from '#lib/domain/api-keys/schema.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { matrixFields } from '#lib/domain/roles/schema/matrix.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'
import { decimalOf } from '#lib/values/money-text.ts'
import { isoDate } from '#lib/values/time-text.ts'

const TITLE = 'Edit key'

export const metadata: Metadata = { title: `${TITLE} · API keys` }

export default async function EditKeyPage({ params }: PageProps<'/api-keys/[id]/edit'>) {
  const [{ id }, { account, permissions }, { time_zone }] = await Promise.all([
    params,
    requireStaff(),
    currentPreferences(),
  ])
  const key = await keyOf(id)
  if (!permissions.has(updateKey.permission)) deny()
  const state = keyStateOf(key, Math.floor(Date.now() / 1000))
  if (state === 'expired' || state === 'revoked') return <KeyEnded title={TITLE} id={id} />
  // The key keeps its permissions, including those that the editor lacks.
  const own = [...grantableToKey(permissions, account.mode), ...permissionsOfKey(key.scopes)]
  return (
    <>
      <Crumbs href="/api-keys" label="API keys" id={id} />
      <PageHead title={TITLE}>The secret is unchanged. Changes apply from the next request.</PageHead>
      <KeyForm
        action={updateKeyAction}
        initial={openForm({ ...valuesOf(key, time_zone), ...matrixFields(grantsOf(key.scopes)) })}
        id={id}
        own={own}
        live={account.mode === 'live'}
        currency={account.currency}
        zone={time_zone}
        baseUrl={env().BASE_URL}
      />
    </>
  )
}

function valuesOf(key: KeyDetails, zone: string): Record<string, string> {
  const { expires_at: at, currency } = key
  const date = at === null ? '' : isoDate(at, zone)
  const amount = (of: number | null) => (of === null ? '' : decimalOf(of, currency))
  return {
    name: key.name,
    expires: at === null ? 'never' : 'date',
    expires_on: date,
    expires_was: at === null ? '' : `${date}=${at}`,
    allowed_addresses: key.allowed_addresses.join('\n'),
    refund_limit: amount(key.refund_limit),
    refund_day_limit: amount(key.refund_day_limit),
    approval_above: amount(key.approval_above),
  }
}
