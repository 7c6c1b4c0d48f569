import { Download } from '#components/ui/icons.tsx'
import { Link } from '#components/ui/link.tsx'
import { iconButton } from '#components/ui/looks.ts'
import type { AttachedDocument } from '#lib/domain/documents/schema.ts'
import { DOCUMENT_TYPE_LABELS } from '#lib/domain/documents/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { Detach, type Detaching } from './detach.tsx'
import { contentHref, PURPOSE_LABELS } from './document-labels.ts'
import { Thumbnail } from './thumbnail.tsx'

type AttachedListProps = {
  objectId: string
  documents: AttachedDocument[]
  /** Null for who may not. */
  detach: Detaching | null
}

/** The documents of a record, each with the way to it, its bytes, and off it again. */
export function AttachedList({ objectId, documents, detach }: AttachedListProps) {
  return (
    <ul className="grid grid-cols-1">
      {documents.map((document) => (
        <li key={document.id} className="flex items-center gap-2.5 border-b border-line py-1.5 last:border-0">
          <Thumbnail document={document} />
          <div className="min-w-0 flex-1">
            <Link
              href={`/documents/${document.id}`}
              title={document.name}
              data-copy-link={`/${document.id}`}
              className="link block truncate"
            >
              {document.name}
            </Link>
            <p className="num truncate text-small text-ink-2">
              {DOCUMENT_TYPE_LABELS[document.mime_type]} · {sizeText(document.size)} ·{' '}
              {PURPOSE_LABELS[document.purpose]}
            </p>
          </div>
          <span className="print:hidden flex flex-none items-center">
            <a
              className={iconButton}
              href={contentHref(document)}
              download
              aria-label={`Download ${document.name}`}
            >
              <Download aria-hidden="true" className="size-4" />
            </a>
            {detach && (
              <Detach
                {...detach}
                object_id={objectId}
                document_id={document.id}
                label={`Detach ${document.name}`}
              />
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}
