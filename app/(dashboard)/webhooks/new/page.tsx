import type { Metadata } from 'next'
import { createWebhookAction } from '#app/(dashboard)/webhooks/actions.ts'
import { PageHead } from '#components/ui/page-head.tsx'
import { WebhookForm } from '#components/webhooks/webhook-form.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { createDescribedWebhook } from '#lib/domain/webhooks/create.ts'
import { env } from '#lib/process/env.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Create webhook'

export const metadata: Metadata = { title: `${TITLE} · Webhooks` }

export default async function NewWebhook() {
  const { account, permissions } = await requireStaff()
  if (!permissions.has(createDescribedWebhook.permission)) deny()
  return (
    <>
      <PageHead title={TITLE} />
      <WebhookForm
        action={createWebhookAction}
        mode={account.mode}
        targets={account.mode === 'test' ? env().WEBHOOK_TEST_TARGETS : 'public'}
        initial={openForm()}
      />
    </>
  )
}
