import type { Metadata } from 'next'
import { notFound } from 'next/navigation'
import { exportedAt } from '#app/(dashboard)/exports/lists.ts'
import { ExportOptions } from '#components/shared/list/export-options.tsx'
import { exportedFilters, withStandards } from '#components/shared/list/list.ts'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { hrefWith, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { EXPORT_PERMISSION, missingPermission } from '#lib/values/permissions.ts'

type Props = PageProps<'/exports/[...list]'>

const listAt = (path: string[]) => exportedAt(path.join('/')) ?? notFound()

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `Export · ${listAt((await params).list).title}` }
}

export default async function ExportPage({ params, searchParams }: Props) {
  const [{ list }, query, { account, permissions }, { time_zone: zone }] = await Promise.all([
    params,
    searchParams,
    requireStaff(),
    currentPreferences(),
  ])
  const { list: look, title, columns, schedulable } = listAt(list)
  const path = `/${list.join('/')}`
  const filters = withStandards(look, queryOf(query))
  const now = Math.floor(Date.now() / 1000)
  return (
    <>
      <Crumbs href={path} label={title} id="export" name="Export" />
      <PageHead
        title={`Export ${title.toLowerCase()}`}
        actions={
          permissions.has(EXPORT_PERMISSION) && (
            <>
              {schedulable && (
                <LinkButton
                  href={hrefWith('/exports/schedules/new', { ...queryOf(query), list: list.join('/') })}
                >
                  Send on a schedule
                </LinkButton>
              )}
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
          filters={filters}
          text={exportedFilters(look, filters, { currency: account.currency, zone, now })}
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
