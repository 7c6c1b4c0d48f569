import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { EXPORTED } from '#app/(dashboard)/exports/lists.ts'
import { ExportOptions } from '#components/shared/list/export-options.tsx'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { EXPORT_PERMISSION } from '#lib/domain/exports/schema.ts'
import { missingPermission } from '#lib/permissions.ts'

type Props = PageProps<'/exports/[...list]'>

function exportedAt(path: string[]) {
  const list = path.join('/')
  const exported = Object.hasOwn(EXPORTED, list) ? EXPORTED[list] : undefined
  return exported ?? notFound()
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Export · ${exportedAt((await params).list).title}` }
}

export default async function ExportPage({ params, searchParams }: Props) {
  const [{ list }, query, { account, permissions }, { time_zone: zone }] = await Promise.all([
    params,
    searchParams,
    requireStaff(),
    currentPreferences(),
  ])
  const { title, columns } = exportedAt(list)
  const path = `/${list.join('/')}`
  return (
    <>
      <Crumbs href={path} label={title} id="export" name="Export" />
      <PageHead
        title={`Export ${title.toLowerCase()}`}
        actions={
          permissions.has(EXPORT_PERMISSION) && (
            <>
              <LinkButton
                href={hrefWith('/exports/schedules/new', { ...queryOf(query), list: list.join('/') })}
              >
                Send on a schedule
              </LinkButton>
              <LinkButton href="/exports/schedules">Scheduled exports</LinkButton>
            </>
          )
        }
      >
        Everything that the filters find, newest first. Times are in {zone}.
      </PageHead>
      {permissions.has(EXPORT_PERMISSION) ? (
        <ExportOptions
          path={path}
          query={queryOf(query)}
          columns={columns(zone, account.currency).map(([name]) => name)}
        />
      ) : (
        <Notice tone="wait" title="You can't export this list">
          {missingPermission(EXPORT_PERMISSION)}
        </Notice>
      )}
    </>
  )
}
