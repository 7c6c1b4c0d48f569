import { Export, staffList } from '#app/(dashboard)/list-page.tsx'
import { LIMITS, PURPOSE_LABELS } from '#components/documents/document-labels.ts'
import { DocumentsTable } from '#components/documents/documents-table.tsx'
import { UploadDocumentForm } from '#components/documents/upload-form.tsx'
import { CountLine } from '#components/shared/list/list-result.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { FileArchive, Paperclip } from '#components/ui/icons.tsx'
import { createDocument } from '#lib/domain/documents/create.ts'
import { DOCUMENT_FILTERS } from '#lib/domain/documents/filters.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { PURPOSES } from '#lib/domain/documents/schema.ts'
import { uploadError } from '#lib/surfaces/upload-form.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { EXPORT_PERMISSION, missingPermission } from '#lib/values/permissions.ts'
import { randomText } from '#lib/values/random-text.ts'

export const documentList = staffList({
  path: '/documents',
  title: 'Documents',
  noun: 'document',
  cursor: 'document',
  operation: listDocumentsForDashboard,
  exported: true,
  ignored: ['refused'],
  tabs: {
    label: 'Purpose',
    of: [
      { count: 'all', label: 'All' },
      ...PURPOSES.map((purpose) => ({ count: purpose, label: PURPOSE_LABELS[purpose], set: { purpose } })),
    ],
  },
  filters: DOCUMENT_FILTERS,
  result: ({ total, bytes }) => (
    <>
      <CountLine total={total} noun="document" /> · {sizeText(Number(bytes))}
    </>
  ),
  lead: ({ may, ignored }) =>
    may(createDocument.permission) ? (
      <UploadDocumentForm idempotencyKey={randomText(32)} refused={uploadError(ignored.refused)} />
    ) : (
      `Uploading: ${missingPermission(createDocument.permission)}`
    ),
  table: (documents) => <DocumentsTable documents={documents} />,
  bulk: () => [
    {
      label: 'Attach',
      icon: <Paperclip aria-hidden="true" />,
      href: '/documents/attach',
      permission: createDocument.permission,
    },
    {
      label: 'Download as zip',
      icon: <FileArchive aria-hidden="true" />,
      href: '/api/documents/zip',
      method: 'post',
      permission: EXPORT_PERMISSION,
    },
  ],
  actions: (draw) => <Export list={{ path: '/documents' }} draw={draw} />,
  selectionSum: ({ bytes }) => sizeText(Number(bytes)),
  nothing: () => (
    <NothingYet title="No documents yet">
      Upload dispute evidence, KYC proof or air waybills above or with the API. {LIMITS}
    </NothingYet>
  ),
})
