import Link from 'next/link'
import { Id } from '#components/ui/id.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { ListedDocument } from '#lib/domain/documents/schema.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { sizeText } from '#lib/values/size-text.ts'
import { PURPOSE_WORDS, TYPE_WORDS, uploaderText } from './document-labels.ts'
import { Thumbnail } from './thumbnail.tsx'
import { TickAll, TickedBar } from './ticked.tsx'

/** The list of documents, as a form: what is ticked can be downloaded as one archive. */
export function DocumentsTable({ documents, may }: { documents: ListedDocument[]; may: boolean }) {
  return (
    <form action="/api/documents/zip" method="post" aria-label="Documents to download">
      <div className="rows-box">
        <table className="rows">
          <caption className="sr-only">Documents, newest first</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="flex items-center gap-2.5">
                  <TickAll />
                  Name
                </span>
              </th>
              <th scope="col">Purpose</th>
              <th scope="col" data-show="52rem">
                Type
              </th>
              <th scope="col" data-align="end">
                Size
              </th>
              <th scope="col" data-show="70rem">
                Uploaded by
              </th>
              <th scope="col" data-show="52rem">
                Attached to
              </th>
              <th scope="col" data-align="end" aria-sort="descending">
                Created, <ZoneName />
              </th>
              <th scope="col" data-show="84rem">
                Id
              </th>
            </tr>
          </thead>
          <tbody>
            {documents.map((document) => (
              <Row key={document.id} document={document} />
            ))}
          </tbody>
        </table>
      </div>
      <TickedBar may={may} sizes={Object.fromEntries(documents.map(({ id, size }) => [id, size]))} />
    </form>
  )
}

function Row({ document }: { document: ListedDocument }) {
  return (
    <tr data-opens="">
      <th scope="row" data-place="title">
        <span className="flex items-center gap-2.5">
          <input
            type="checkbox"
            name="ids"
            value={document.id}
            aria-label={`Select ${document.name}`}
            className="checkbox"
            data-size={document.size}
          />
          <Thumbnail document={document} />
          <Link
            href={`/documents/${document.id}`}
            prefetch={false}
            title={document.name}
            className="row-link max-w-52 truncate max-phone:max-w-none"
            data-copy-link={`/${document.id}`}
          >
            {document.name}
          </Link>
        </span>
      </th>
      <td data-soft="" data-place="status">
        {PURPOSE_WORDS[document.purpose]}
      </td>
      <td data-soft="" data-show="52rem">
        {TYPE_WORDS[document.mime_type]}
      </td>
      <td data-align="end" data-place="amount">
        {sizeText(document.size)}
      </td>
      <td data-soft="" data-show="70rem">
        <Uploader document={document} />
      </td>
      <td data-soft="" data-show="52rem">
        <UsedBy document={document} />
      </td>
      <td data-align="end" data-soft="" data-place="detail">
        <Time at={document.created_at} />
      </td>
      <td data-soft="" data-show="84rem">
        <Id value={document.id} short />
      </td>
    </tr>
  )
}

function Uploader({ document }: { document: ListedDocument }) {
  const text = uploaderText(document.created_by)
  return (
    <span title={text ?? undefined} className="inline-block max-w-32 truncate align-bottom">
      {text ?? '—'}
    </span>
  )
}

function UsedBy({ document: { used_by } }: { document: ListedDocument }) {
  const [latest] = used_by
  if (!latest) return <span className="text-ink-3">—</span>
  const path = objectPath(latest.object_id)
  return (
    <span className="inline-flex items-center gap-1.5">
      {path ? (
        <Id value={latest.object_id} href={path} short />
      ) : (
        <span className="mono">{latest.object_id}</span>
      )}
      {used_by.length > 1 && <span className="num text-small text-ink-3">+{used_by.length - 1}</span>}
    </span>
  )
}
