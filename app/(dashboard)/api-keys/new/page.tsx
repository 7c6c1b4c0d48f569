import type { Metadata } from 'next'
import { createKeyAction } from '#app/(dashboard)/api-keys/actions.ts'
import { KeyForm } from '#components/api-keys/key-form.tsx'
import { PresetChoice } from '#components/api-keys/preset-choice.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { PRESETS, scopesOf } from '#lib/domain/api-keys/schema/key-scopes.ts'
import { grantableToKey } from '#lib/domain/api-keys/schema.ts'
import { matrixFields } from '#lib/domain/roles/schema/matrix.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Create API key'

export const metadata: Metadata = { title: `${TITLE} · API keys` }

export default async function NewKeyPage({ searchParams }: PageProps<'/api-keys/new'>) {
  const [{ account, permissions }, { time_zone }, query] = await Promise.all([
    requireStaff(),
    currentPreferences(),
    searchParams.then(queryOf),
  ])
  if (!permissions.has(createKey.permission)) deny()
  const own = grantableToKey(permissions, account.mode)
  const preset = PRESETS.find(({ name }) => name === query.preset)
  if (!preset || scopesOf(preset.grants).some((scope) => !own.includes(scope)))
    return (
      <>
        <PageHead title={TITLE}>Choose a purpose</PageHead>
        <PresetChoice own={own} />
      </>
    )
  return (
    <>
      <PageHead title={TITLE}>
        {preset.label}, in {account.mode} mode. {preset.for}
      </PageHead>
      <KeyForm
        action={createKeyAction}
        initial={openForm(matrixFields(preset.grants))}
        own={own}
        live={account.mode === 'live'}
        currency={account.currency}
        zone={time_zone}
        baseUrl={env().BASE_URL}
      />
    </>
  )
}
