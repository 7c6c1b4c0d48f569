import { Button } from '#components/ui/button.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { Field } from '#components/ui/field.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { glyphs } from '#components/ui/status-glyphs.tsx'
import { TextInput } from '#components/ui/text-input.tsx'
import { Time } from '#components/ui/time.tsx'
import { Truncate } from '#components/ui/truncate.tsx'
import type { ListedDocument } from '#lib/domain/documents/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { PURPOSE_LABELS } from './document-labels.ts'

/** A payment, order or refund. */
export type AttachableRow = { id: string; amount: number; currency: string; created_at: number }

type RecordsToAttachProps = {
  rows: AttachableRow[]
  /** The path of their list. */
  path: string
  /** The document, once it is chosen. */
  document: ListedDocument | null
}

/** The selected records, each with what will become of it. */
export function RecordsToAttach({ rows, path, document }: RecordsToAttachProps) {
  return (
    <DataTable
      caption="Selected records"
      columns={columnsOf(path, document)}
      rows={rows}
      rowKey={({ id }) => id}
    />
  )
}

export function isAttached({ used_by }: ListedDocument, { id }: AttachableRow): boolean {
  return used_by.some(({ object_id }) => object_id === id)
}

function columnsOf(path: string, document: ListedDocument | null): Column<AttachableRow>[] {
  return [
    {
      key: 'id',
      header: 'ID',
      place: 'title',
      cell: ({ id }) => <Id value={id} href={`${path}/${id}`} />,
    },
    {
      key: 'check',
      header: 'Check',
      place: 'status',
      cell: (row) => <Check row={row} document={document} />,
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'end',
      place: 'amount',
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
    {
      key: 'created',
      header: 'Created',
      align: 'end',
      soft: true,
      place: 'detail',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
}

function Check({ row, document }: { row: AttachableRow; document: ListedDocument | null }) {
  if (!document) return <Pill>Selected</Pill>
  return isAttached(document, row) ? (
    <Pill icon={glyphs.ring}>Attached already</Pill>
  ) : (
    <Pill tone="good" icon={glyphs.check}>
      Will be attached
    </Pill>
  )
}

type DocumentChoiceProps = {
  /** The search params of the page, without the document. */
  selection: readonly (readonly [string, string])[]
  typed: string
  /** The documents that the text may mean, or the newest. */
  documents: ListedDocument[]
}

/** Finds the document: a plain GET form, and the documents that its text may mean, each as the way to the check. */
export function DocumentChoice({ selection, typed, documents }: DocumentChoiceProps) {
  const href = (id: string) =>
    `/documents/attach-to?${new URLSearchParams([...selection.map((pair) => [...pair]), ['document', id]])}`
  return (
    <>
      <form action="/documents/attach-to" className="grid max-w-110 gap-3">
        {selection.map(([name, value]) => (
          <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
        ))}
        <Field label="Document" hint="The beginning of its name, or its ID.">
          {(control) => (
            <TextInput
              {...control}
              name="document"
              defaultValue={typed}
              placeholder="scan, or doc_…"
              maxLength={255}
              autoComplete="off"
              spellCheck={false}
            />
          )}
        </Field>
        <div>
          <Button type="submit">Find document</Button>
        </div>
      </form>
      {documents.length === 0 ? (
        <p className="mt-4 text-table text-ink-2">
          {typed === '' ? 'No documents yet.' : `No documents found for “${typed}”.`}{' '}
          <Link href="/documents" className="link">
            Upload a document
          </Link>
        </p>
      ) : (
        <section className="mt-5" aria-label={typed === '' ? 'Newest documents' : 'Matching documents'}>
          <ul className="border-t border-line">
            {documents.map(({ id, name, purpose, size }) => (
              <li
                key={id}
                className="flex flex-wrap items-baseline gap-x-4 border-b border-line py-2 text-table"
              >
                <Link href={href(id)} className="link">
                  <Truncate text={name} width="max-w-[60cqi]" />
                </Link>
                <span className="text-ink-2">
                  {PURPOSE_LABELS[purpose]} · {sizeText(size)}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
