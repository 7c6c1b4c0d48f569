import type { Metadata } from 'next'
import { PATH, readDocuments } from '#app/(dashboard)/documents/query.ts'
import { documentFilters } from '#components/documents/document-filters.ts'
import { LIMITS } from '#components/documents/document-labels.ts'
import { DocumentTabs } from '#components/documents/document-tabs.tsx'
import { DocumentsTable } from '#components/documents/documents-table.tsx'
import { UploadForm } from '#components/documents/upload-form.tsx'
import { FoundList } from '#components/record/found-list.tsx'
import { CountLine } from '#components/record/list-result.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { FilterBar } from '#components/ui/filter-bar.tsx'
import { PageHead } from '#components/ui/page-head.tsx'
import { type Query, queryOf } from '#components/ui/query.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { browseDocuments } from '#lib/domain/documents/list.ts'
import { missingPermission } from '#lib/permissions.ts'
import { readFiltered } from '#lib/surfaces/page.ts'
import { uploadRefusal } from '#lib/surfaces/upload-form.ts'
import { randomText } from '#lib/values/id.ts'
import { sizeText } from '#lib/values/size-text.ts'

export const metadata: Metadata = { title: 'Documents' }

export default async function Documents({ searchParams }: PageProps<'/documents'>) {
  const [{ refused, ...query }, { permissions }] = await Promise.all([
    searchParams.then(queryOf),
    requireStaff(),
  ])
  return (
    <>
      <PageHead title="Documents" />
      <div className="mb-4">
        {permissions.has('documents:write') ? (
          <UploadForm idempotencyKey={randomText(32)} refused={uploadRefusal(refused)} />
        ) : (
          <p className="text-table text-ink-2">{`Uploading: ${missingPermission('documents:write')}`}</p>
        )}
      </div>
      <List query={query} />
    </>
  )
}

async function List({ query }: { query: Query }) {
  const [{ permissions }, { time_zone: zone }] = await Promise.all([requireStaff(), currentPreferences()])
  const now = Math.floor(Date.now() / 1000)
  const { filters, period, place, problems } = readDocuments(query, { zone, now })
  const found = await readFiltered(browseDocuments, { ...filters, ...place })
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  if (found.value.empty) return <NoDocuments />
  const page = problems.length === 0 ? found.value : null
  return (
    <>
      <DocumentTabs path={PATH} query={query} counts={found.value.tabs} />
      <FilterBar
        path={PATH}
        query={query}
        filters={documentFilters(query, period)}
        result={
          page && (
            <>
              <CountLine total={page.total} noun="document" /> · {sizeText(Number(page.bytes))}
            </>
          )
        }
      />
      <FoundList
        path={PATH}
        query={query}
        nouns="documents"
        size={place.count}
        page={page}
        problems={problems}
        found={found}
      >
        {(rows) => <DocumentsTable documents={rows} may={permissions.has('exports:read')} />}
      </FoundList>
    </>
  )
}

function NoDocuments() {
  return (
    <NothingYet title="No documents yet">
      Upload dispute evidence, KYC proof or air waybills above or with the API. {LIMITS}
    </NothingYet>
  )
}
