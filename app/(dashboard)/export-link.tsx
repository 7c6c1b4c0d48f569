import { DocumentButton } from '#components/ui/button.tsx'
import { Permitted } from '#components/ui/disabled-action.tsx'
import { Download, SlidersHorizontal } from '#components/ui/icons.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { EXPORT_PERMISSION } from '#lib/values/permissions.ts'

/** The link that exports a list as a CSV file, and the one to its options, for people with exports:read. */
export async function ExportLink({ href, optionsHref }: { href: string; optionsHref: string }) {
  const { permissions } = await requireStaff()
  return (
    <Permitted allowed={permissions.has(EXPORT_PERMISSION)} permission={EXPORT_PERMISSION} label="Export">
      <span className="inline-flex">
        <DocumentButton
          href={href}
          title="CSV table. Its name has the filter and time zone."
          className="rounded-r-none"
        >
          <Download aria-hidden="true" /> Export
        </DocumentButton>
        <LinkButton
          href={optionsHref}
          aria-label="Format and columns"
          title="Format, columns, and a head with filter and time zone"
          className="-ml-px rounded-l-none px-2"
        >
          <SlidersHorizontal aria-hidden="true" />
        </LinkButton>
      </span>
    </Permitted>
  )
}
