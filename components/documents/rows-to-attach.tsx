import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Id, IdText } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedDocument } from '#lib/domain/documents/schema.ts'
import type { FoundRecord } from '#lib/domain/search/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { PURPOSE_LABELS } from './document-labels.ts'

type RowsToAttachProps = {
  documents: ListedDocument[]
  /** The selected IDs without a document. */
  missing: string[]
  /** The record, once it is chosen. */
  record: FoundRecord | null
}

type Row = { id: string; document: ListedDocument | null }

/** The selected documents, each with what will become of it. */
export function RowsToAttach({ documents, missing, record }: RowsToAttachProps) {
  const rows: Row[] = [
    ...documents.map((document) => ({ id: document.id, document })),
    ...missing.map((id) => ({ id, document: null })),
  ]
  return (
    <>
      {record && (
        <p className="mb-3 text-table">
          To <Id value={record.id} href={record.href} />
          {record.amount !== null && record.currency !== null && (
            <>
              {' '}
              · <Money amount={record.amount} currency={record.currency} />
            </>
          )}
          {record.text !== null && <> · {record.text}</>}
        </p>
      )}
      <DataTable
        caption="Selected documents"
        columns={columnsOf(record)}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </>
  )
}

function columnsOf(record: FoundRecord | null): Column<Row>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      place: 'title',
      cell: ({ id, document }) => <Truncate text={document?.name ?? id} width="max-w-[44cqi]" />,
    },
    {
      key: 'check',
      header: 'Check',
      place: 'status',
      cell: ({ document }) => <Check document={document} record={record} />,
    },
    {
      key: 'purpose',
      header: 'Purpose',
      soft: true,
      show: '52rem',
      cell: ({ document }) => (document ? PURPOSE_LABELS[document.purpose] : ''),
    },
    {
      key: 'size',
      header: 'Size',
      align: 'end',
      soft: true,
      place: 'detail',
      cell: ({ document }) => (document ? sizeText(document.size) : ''),
    },
  ]
}

function Check({ document, record }: { document: ListedDocument | null; record: FoundRecord | null }) {
  if (!document)
    return (
      <Pill tone="bad" icon={glyphs.cross}>
        Not found
      </Pill>
    )
  if (!record) return <Pill>Selected</Pill>
  const attached = document.used_by.some(({ object_id }) => object_id === record.id)
  return attached ? (
    <Pill icon={glyphs.ring}>Attached already</Pill>
  ) : (
    <Pill tone="good" icon={glyphs.check}>
      Will be attached
    </Pill>
  )
}

/** The records that a text may mean, each as the way to the check. */
export function FoundChoices({
  records,
  ids,
  text,
}: {
  records: FoundRecord[]
  ids: string[]
  text: string
}) {
  if (records.length === 0)
    return <p className="mt-4 text-table text-ink-2">No records found for “{text}”.</p>
  const href = (to: string) =>
    `/documents/attach?${new URLSearchParams([...ids.map((id) => ['ids', id]), ['to', to]])}`
  return (
    <section className="mt-5" aria-label="Matching records">
      <ul className="border-t border-line">
        {records.map(({ id, text: about, amount, currency }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2 text-table">
            <Link href={href(id)} aria-label={id} className="mono link max-w-full">
              <IdText value={id} />
            </Link>
            {amount !== null && currency !== null && <Money amount={amount} currency={currency} />}
            {about !== null && <span className="text-ink-2 wrap-anywhere">{about}</span>}
          </li>
        ))}
      </ul>
    </section>
  )
}
