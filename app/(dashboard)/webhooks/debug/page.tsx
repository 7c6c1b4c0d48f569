import type { Metadata } from 'next'
import { SignatureChecker } from '#app/(dashboard)/webhooks/debug/signature-checker.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { queryOf } from '#components/ui/query.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { debugWebhookSignature } from '#lib/domain/webhooks/debug-signature.ts'
import { deny } from '#lib/surfaces/page.ts'

const TITLE = 'Debug signature'

export const metadata: Metadata = { title: `${TITLE} · Webhooks` }

export default async function DebugPage({ searchParams }: PageProps<'/webhooks/debug'>) {
  const [query, { permissions }] = await Promise.all([searchParams.then(queryOf), requireStaff()])
  if (!permissions.has(debugWebhookSignature.permission)) deny()
  return (
    <>
      <PageHead title={TITLE}>
        Paste a received request to check its signature and find out why verification fails.
      </PageHead>
      <SignatureChecker query={query} />
    </>
  )
}
