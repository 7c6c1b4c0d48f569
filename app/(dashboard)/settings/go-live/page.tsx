import type { Metadata } from 'next'
import { chooseModeAction } from '#app/(dashboard)/frame-actions.ts'
import { GoLiveTasks, goLiveLead } from '#components/overview/go-live.tsx'
import { Button } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { fetchGoLive } from '#lib/domain/overview/go-live.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'Go live · Settings' }

export default async function GoLivePage() {
  const [{ permissions, account }, found] = await Promise.all([requireStaff(), read(fetchGoLive, {})])
  const live = account.mode === 'live'
  return (
    <>
      <PageHead title="Go-live checklist">
        {goLiveLead(found)}{' '}
        <Link href="/docs/guides/going-live" className="link">
          Guide
        </Link>
      </PageHead>
      {!live && (
        <form action={chooseModeAction} className="mb-5">
          <input type="hidden" name="return_to" value="/settings/go-live" />
          <Button type="submit" name="mode" value="live" variant="primary">
            Switch to live mode
          </Button>
        </form>
      )}
      <GoLiveTasks found={found} permissions={permissions} live={live} heading="h2" />
    </>
  )
}
