import type { Metadata } from 'next'
import { TableRetentionList } from '#components/settings/table-retention.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { getTableRetention } from '#lib/domain/retention/get.ts'
import { read } from '#lib/surfaces/page.ts'

export const metadata: Metadata = { title: 'All tables · Retention · Settings' }

export default async function TablesPage() {
  const { tables, has_worker } = await read(getTableRetention, {})
  const counted = tables.some(({ rows }) => rows !== null)
  return (
    <>
      <Crumbs href="/settings/retention" label="Retention" id="tables" name="All tables" />
      <PageHead title="All tables">
        {counted
          ? 'For how long each table of this server is kept, with both modes together. Rows are estimates of the database.'
          : 'For how long each table of this server is kept. Rows are not shown, since several merchants share it.'}
      </PageHead>
      {!has_worker && (
        <div className="mb-4">
          <Notice tone="bad" title="No worker is running">
            Nothing is deleted until one does. Tell the operator of this server.
          </Notice>
        </div>
      )}
      <TableRetentionList tables={tables} counted={counted} />
    </>
  )
}
