import { headers } from 'next/headers'
import { LazyAttachForm, LazyUploadForm } from '#components/documents/attach-forms-lazy.tsx'
import { AttachedList } from '#components/documents/attached-list.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { buttonLook } from '#components/ui/looks.ts'
import { requireStaff } from '#lib/auth/staff.ts'
import { attachDocument } from '#lib/domain/documents/attach.ts'
import { fetchAttachedDocuments } from '#lib/domain/documents/fetch.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { uploadError } from '#lib/surfaces/upload-form.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { randomText } from '#lib/values/random-text.ts'
import { attachDocumentAction, detachDocumentAction } from './actions.ts'

type AttachedDocumentsProps = {
  /** A customer, payment, order, refund or bill. */
  objectId: string
  /** In a stub, and not in the width of a page. */
  narrow?: boolean
}

/** The documents of a record: attached ones, upload, attach by id, and detach. */
export async function AttachedDocuments({ objectId, narrow = true }: AttachedDocumentsProps) {
  const [{ permissions }, found, sent] = await Promise.all([
    requireStaff(),
    tryRead(fetchAttachedDocuments, { object_id: objectId }),
    headers(),
  ])
  if (!found.ok) return <Failure requestId={found.request_id}>{found.description}</Failure>
  const { items } = found.value
  const mayWrite = permissions.has(attachDocument.permission)
  const recent = mayWrite ? await tryRead(listDocumentsForDashboard, { count: 25 }) : null
  const here = new URL(sent.get('x-counterfoil-path') ?? '/', 'http://here')
  const refused = uploadError(here.searchParams.get('refused') ?? undefined)
  here.searchParams.delete('refused')
  return (
    <div className="grid grid-cols-1 gap-3">
      {items.length === 0 ? (
        <p className="text-table text-ink-2">No documents attached.</p>
      ) : (
        <AttachedList
          objectId={objectId}
          documents={items}
          detach={mayWrite ? { action: detachDocumentAction, open: openForm } : null}
        />
      )}
      {mayWrite && (
        <details className="group/attach" open={refused !== null || !narrow}>
          <summary className={buttonLook({ size: 'small' })}>Attach document</summary>
          <div className="mt-3 grid grid-cols-1 gap-3">
            <LazyUploadForm
              idempotencyKey={randomText(32)}
              attachTo={objectId}
              back={here.pathname + here.search || objectPath(objectId) || '/documents'}
              refused={refused}
              purpose={objectId.startsWith('pay_') ? 'dispute_evidence' : 'other'}
              narrow={narrow}
            />
            <LazyAttachForm
              action={attachDocumentAction}
              initial={openForm()}
              known={{ name: 'object_id', value: objectId }}
              fieldName="document_id"
              label="Or attach an existing document"
              placeholder="doc_…"
              offered={
                recent?.ok ? recent.value.items.filter(({ id }) => !items.some((one) => one.id === id)) : []
              }
            />
          </div>
        </details>
      )}
    </div>
  )
}
