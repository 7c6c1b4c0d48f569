import type { Metadata } from 'next'
import { createClientAction } from '#app/(dashboard)/connected-apps/clients/actions.ts'
import { ClientForm } from '#components/clients/client-form.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { createClient } from '#lib/domain/clients/create.ts'
import { SCOPE_NAMES, scopeSentence } from '#lib/domain/connected-apps/schema/app-scopes.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Register client'

export const metadata: Metadata = { title: `${TITLE} · Connected apps` }

export default async function NewClientPage() {
  const { account, permissions } = await requireStaff()
  if (!permissions.has(createClient.permission)) deny()
  return (
    <>
      <PageHead title={TITLE}>
        Staff of {account.merchant_name} can then connect this client, in test and live mode. Registering
        grants no access.
      </PageHead>
      <ClientForm
        action={createClientAction}
        initial={openForm({ auth_method: 'client_secret_basic', scopes: 'read_only' })}
        scopes={SCOPE_NAMES.map((name) => ({ name, sentence: scopeSentence(name) }))}
      />
    </>
  )
}
