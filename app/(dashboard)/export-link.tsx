import { Download } from 'lucide-react'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { requireStaff } from '#lib/auth/staff.ts'

/** The link that exports a list as a file, for people with exports:read. */
export async function ExportLink({ href }: { href: string }) {
  const { permissions } = await requireStaff()
  return (
    <Permitted allowed={permissions.has('exports:read')} permission="exports:read" label="Export">
      <LinkButton href={href} prefetch={false} download>
        <Download aria-hidden="true" /> Export
      </LinkButton>
    </Permitted>
  )
}
