import { Download } from 'lucide-react'
import { LinkButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { requireStaff } from '#lib/auth/staff.ts'

/** The way to a list as a file, for whoever may take lists away. */
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
