import type { Metadata } from 'next'
import { attachDocumentsAction } from '#app/(dashboard)/documents/actions.ts'
import { AttachMany } from '#components/documents/attach-to-records.tsx'
import { ATTACHABLE_KINDS } from '#components/documents/document-labels.ts'
import { FindRecordForm } from '#components/documents/record-picker.tsx'
import { FoundChoices, RowsToAttach } from '#components/documents/rows-to-attach.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { attachDocuments } from '#lib/domain/documents/attach.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { findRecords } from '#lib/domain/search/find-records.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read, readFiltered } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Attach documents · Documents' }

/** Selected documents are attached to one record: found here, checked row by row, then attached in one step. */
export default async function AttachPage({ searchParams }: PageProps<'/documents/attach'>) {
  const [{ permissions }, sent] = await Promise.all([requireStaff(), searchParams])
  const ids = [...new Set([sent.ids ?? []].flat().flatMap((part) => part.split(',')))].filter(Boolean)
  const to = String([sent.to ?? ''].flat()[0] ?? '').trim()
  const head = (
    <>
      <Crumbs href="/documents" label="Documents" id="attach" name="Attach" />
      <PageHead title="Attach documents">To one payment, order, customer, refund or bill.</PageHead>
    </>
  )
  if (!permissions.has(attachDocuments.permission))
    return (
      <>
        {head}
        <Notice tone="wait" title="You can't attach documents">
          {missingPermission(attachDocuments.permission)}
        </Notice>
      </>
    )
  const selected = await readFiltered(listDocumentsForDashboard, { ids, count: 100 })
  if (ids.length === 0 || !selected.ok)
    return (
      <>
        {head}
        <NothingYet title="No documents selected">
          {selected.ok ? 'Select documents in the' : `${selected.description} Select documents in the`}{' '}
          <Link href="/documents" className="link">
            list of documents
          </Link>
          .
        </NothingYet>
      </>
    )
  const documents = selected.value.items
  const missing = ids.filter((id) => !documents.some((document) => document.id === id))
  const groups = to.length < 2 ? [] : (await read(findRecords, { q: to })).groups
  const records = groups.filter(({ kind }) => ATTACHABLE_KINDS.includes(kind)).flatMap(({ items }) => items)
  const record = records.find(({ id }) => id === to)
  const left = record
    ? documents.filter(({ used_by }) => !used_by.some(({ object_id }) => object_id === record.id))
    : []
  return (
    <>
      {head}
      <RowsToAttach documents={documents} missing={missing} record={record ?? null} />
      <div className="mt-5">
        {record ? (
          missing.length > 0 ? (
            <Notice tone="bad" title="Nothing can be attached">
              A selected document does not exist in this account and mode. Select the documents again.
            </Notice>
          ) : left.length === 0 ? (
            <Notice tone="good" title="All attached already">
              Every selected document is attached to this record.
            </Notice>
          ) : (
            <AttachMany
              action={attachDocumentsAction}
              initial={openForm()}
              ids={ids}
              objectId={record.id}
              count={left.length}
            />
          )
        ) : (
          <>
            <FindRecordForm ids={ids} typed={to} />
            {to !== '' && <FoundChoices records={records} ids={ids} text={to} />}
          </>
        )}
      </div>
    </>
  )
}
