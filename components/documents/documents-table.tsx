import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { SelectPage, SelectRow } from '#components/ui/select-rows.tsx'
import { Cell, ColumnHead, RowHead, rowLink, Table, TableHead, TableRow } from '#components/ui/table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { ListedDocument } from '#lib/domain/documents/schema.ts'
import { DOCUMENT_TYPE_LABELS } from '#lib/domain/documents/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { objectPath } from '#lib/values/object-path.ts'
import { PURPOSE_LABELS } from './document-labels.ts'
import { Thumbnail } from './thumbnail.tsx'

export function DocumentsTable({ documents }: { documents: ListedDocument[] }) {
  return (
    <Table caption="Documents, newest first">
      <TableHead>
        <ColumnHead>
          <SelectPage>Name</SelectPage>
        </ColumnHead>
        <ColumnHead>Purpose</ColumnHead>
        <ColumnHead show="52rem">Type</ColumnHead>
        <ColumnHead align="end">Size</ColumnHead>
        <ColumnHead show="70rem">Uploaded by</ColumnHead>
        <ColumnHead show="52rem">Attached to</ColumnHead>
        <ColumnHead align="end" aria-sort="descending">
          Created, <ZoneName />
        </ColumnHead>
        <ColumnHead show="84rem">ID</ColumnHead>
      </TableHead>
      <tbody id="rows" tabIndex={-1} className="outline-none">
        {documents.map((document) => (
          <Row key={document.id} document={document} />
        ))}
      </tbody>
    </Table>
  )
}

function Row({ document }: { document: ListedDocument }) {
  return (
    <TableRow opens>
      <RowHead>
        <SelectRow id={document.id} name={document.name}>
          <Thumbnail document={document} />
          <Link
            href={`/documents/${document.id}`}
            title={document.name}
            className={`${rowLink} max-w-52 truncate max-phone:max-w-none`}
            data-copy-link={`/${document.id}`}
          >
            {document.name}
          </Link>
        </SelectRow>
      </RowHead>
      <Cell soft place="status">
        {PURPOSE_LABELS[document.purpose]}
      </Cell>
      <Cell soft show="52rem">
        {DOCUMENT_TYPE_LABELS[document.mime_type]}
      </Cell>
      <Cell align="end" place="amount">
        {sizeText(document.size)}
      </Cell>
      <Cell soft show="70rem">
        <Uploader document={document} />
      </Cell>
      <Cell soft show="52rem">
        <UsedBy document={document} />
      </Cell>
      <Cell align="end" soft place="detail">
        <Time at={document.created_at} />
      </Cell>
      <Cell soft show="84rem">
        <Id value={document.id} short />
      </Cell>
    </TableRow>
  )
}

function Uploader({ document }: { document: ListedDocument }) {
  const text = creatorText(document.created_by)
  return (
    <span title={text} className="inline-block max-w-[calc(8rem+var(--spare)/3)] truncate align-bottom">
      {text}
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
