import { eventLabel } from '#components/shared/event-labels.ts'
import { byWhom, type DrawnEntry } from '#components/shared/record-timeline.tsx'
import { Count } from '#components/ui/count.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { copiedText } from '#components/ui/looks.ts'
import { StubSection } from '#components/ui/slip.tsx'
import { Time } from '#components/ui/time.tsx'
import type { TimelineEntry } from '#lib/domain/audit/schema.ts'
import type { DocumentDetails } from '#lib/domain/documents/schema.ts'
import { DOCUMENT_TYPE_LABELS } from '#lib/domain/documents/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { FormAction, FormState } from '#lib/values/form.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { AttachToForm } from './attach-to-form.tsx'
import { Detach, type Detaching } from './detach.tsx'
import { PURPOSE_LABELS } from './document-labels.ts'

type DocumentStubProps = {
  document: DocumentDetails
  /** Null for who may not change anything. */
  actions: { attach: FormAction; detach: FormAction; open: () => FormState } | null
}

/** The stub of a document: everything one looks up on it, and what uses it. */
export function DocumentStub({ document, actions }: DocumentStubProps) {
  return (
    <>
      <StubSection title="Document">
        <DescriptionList>
          <Entry term="ID">
            <Id value={document.id} />
          </Entry>
          <Entry term="Purpose">{PURPOSE_LABELS[document.purpose]}</Entry>
          <Entry term="Type">
            {DOCUMENT_TYPE_LABELS[document.mime_type]}{' '}
            <span className="text-ink-3">detected from content</span>
          </Entry>
          <Entry term="Size">
            <span className="num">
              <Count of={document.size} noun="byte" />
            </span>
          </Entry>
          <Entry term="Uploaded by">{creatorText(document.created_by)}</Entry>
          <Entry term="Created">
            <Time at={document.created_at} form="full" focusable />
          </Entry>
          <Entry term="SHA-256">
            <button
              type="button"
              title={document.sha256}
              data-copy={document.sha256}
              aria-label={`${document.sha256}, copy`}
              className={`${copiedText} mono`}
            >
              {document.sha256}
            </button>
          </Entry>
        </DescriptionList>
      </StubSection>
      <StubSection title="Attached to">
        <UsedBy document={document} detach={actions && { action: actions.detach, open: actions.open }} />
        {actions && (
          <div className="mt-3">
            <AttachToForm action={actions.attach} initial={actions.open()} documentId={document.id} />
          </div>
        )}
      </StubSection>
      {document.same_bytes.length > 0 && (
        <StubSection title="Duplicates">
          <ul className="grid gap-1">
            {document.same_bytes.map(({ id, name }) => (
              <li key={id} className="min-w-0 text-table">
                <Id value={id} href={`/documents/${id}`} short />
                <span className="block truncate text-ink-2" title={name}>
                  {name}
                </span>
              </li>
            ))}
          </ul>
        </StubSection>
      )}
    </>
  )
}

function UsedBy({ document, detach }: { document: DocumentDetails; detach: Detaching | null }) {
  if (document.used_by.length === 0) return <p className="text-table text-ink-2">None.</p>
  return (
    <ul className="grid grid-cols-1">
      {document.used_by.map(({ object_id }) => (
        <li key={object_id} className="flex min-h-8 items-center justify-between gap-2 text-table">
          <Id value={object_id} href={objectPath(object_id) ?? `/${object_id}`} />
          {detach && (
            <span className="print:hidden">
              <Detach
                {...detach}
                object_id={object_id}
                document_id={document.id}
                label={`Detach from ${object_id}`}
              />
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}

/** An entry of a document: with the record to which it was attached. */
export function drawnDocumentEntry(entry: TimelineEntry): DrawnEntry {
  const object = entry.payload.object?.entity.id
  const title = (
    <>
      {eventLabel(entry.what, false)}{' '}
      {typeof object === 'string' && <Id value={object} href={`/${object}`} />}
    </>
  )
  return { title, details: [byWhom(entry)] }
}
