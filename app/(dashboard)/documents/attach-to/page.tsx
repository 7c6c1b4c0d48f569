import type { Metadata } from 'next'
import { attachToRecordsAction } from '#app/(dashboard)/documents/actions.ts'
import { readSelection } from '#app/(dashboard)/list-page.tsx'
import { orderList } from '#app/(dashboard)/orders/list.tsx'
import { paymentList } from '#app/(dashboard)/payments/list.tsx'
import { refundList } from '#app/(dashboard)/refunds/list.tsx'
import type { AttachableList } from '#components/documents/attach-to.tsx'
import { AttachToRecordsView } from '#components/documents/attach-to-records.tsx'
import {
  type AttachableRow,
  DocumentChoice,
  isAttached,
  RecordsToAttach,
} from '#components/documents/records-to-attach.tsx'
import { NothingYet } from '#components/ui/empty-state.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Crumbs, PageHead } from '#components/ui/page-head.tsx'
import { requireStaff } from '#lib/auth/staff.ts'
import { attachToRecords } from '#lib/domain/documents/attach.ts'
import { listDocumentsForDashboard } from '#lib/domain/documents/list.ts'
import { MAX_ATTACHED_TO } from '#lib/domain/documents/schema.ts'
import { openForm } from '#lib/surfaces/form-action.ts'
import { read } from '#lib/surfaces/page.ts'
import { missingPermission } from '#lib/values/permissions.ts'

export const metadata: Metadata = { title: 'Attach a document · Documents' }

type Sent = Awaited<PageProps<'/documents/attach-to'>['searchParams']>
type Selected = { rows: AttachableRow[]; total: number; text: string; problems: string[] }

const LISTS = {
  payments: {
    noun: 'payment',
    path: paymentList.path,
    read: async (sent) => selectedOf(await readSelection(paymentList, sent, MAX_ATTACHED_TO)),
  },
  orders: {
    noun: 'order',
    path: orderList.path,
    read: async (sent) => selectedOf(await readSelection(orderList, sent, MAX_ATTACHED_TO)),
  },
  refunds: {
    noun: 'refund',
    path: refundList.path,
    read: async (sent) => selectedOf(await readSelection(refundList, sent, MAX_ATTACHED_TO)),
  },
} satisfies Record<AttachableList, { noun: string; path: string; read: (sent: Sent) => Promise<Selected> }>

const OFFERED = 10

/** One document is attached to selected records: found here, checked row by row, then attached in one step. */
export default async function AttachToPage({ searchParams }: PageProps<'/documents/attach-to'>) {
  const [{ permissions }, { of, document, ...sent }] = await Promise.all([requireStaff(), searchParams])
  const list = isList(of) ? of : 'payments'
  const { noun, path, read: readSelected } = LISTS[list]
  const isSelection = sent.ids !== undefined || sent.all === '1'
  const mayWrite = permissions.has(attachToRecords.permission)
  const selected = mayWrite && isSelection ? await readSelected(sent) : NOTHING
  return (
    <>
      <Crumbs href={path} label={`${noun[0]?.toUpperCase()}${noun.slice(1)}s`} id="attach" name="Attach" />
      <PageHead title="Attach a document">To selected {noun}s.</PageHead>
      {!mayWrite ? (
        <Notice tone="wait" title="You can't attach documents">
          {missingPermission(attachToRecords.permission)}
        </Notice>
      ) : selected.problems.length > 0 ? (
        <Notice tone="bad" title="The selection could not be read">
          {selected.problems.join(' ')}
        </Notice>
      ) : selected.rows.length === 0 ? (
        <NothingYet title={`No ${noun}s selected`}>
          Select {noun}s in the{' '}
          <Link href={path} className="link">
            list of {noun}s
          </Link>
          .
        </NothingYet>
      ) : selected.total > MAX_ATTACHED_TO ? (
        <Notice tone="bad" title="Too many records">
          A document can be attached to up to {MAX_ATTACHED_TO} records at once. Select fewer, or add a
          filter.
        </Notice>
      ) : (
        <Selection
          list={list}
          selected={selected}
          sent={pairsOf({ of: list, ...sent })}
          typed={String([document ?? ''].flat()[0] ?? '').trim()}
        />
      )}
    </>
  )
}

type SelectionProps = {
  list: AttachableList
  selected: Selected
  /** The search params of the page, without the document. */
  sent: [string, string][]
  typed: string
}

/** The selected records with the choice of a document, then with what becomes of each. */
async function Selection({ list, selected: { rows, text }, sent, typed }: SelectionProps) {
  const { noun, path } = LISTS[list]
  const filters = typed === '' ? {} : { name: typed.slice(0, 255) }
  const { items } = await read(listDocumentsForDashboard, { ...filters, count: OFFERED })
  const document = items.find(({ id }) => id === typed) ?? null
  const left = document ? rows.filter((row) => !isAttached(document, row)) : []
  return (
    <>
      <p className="mb-3 text-table">
        {text}
        {document && (
          <>
            {' '}
            · <Id value={document.id} href={`/documents/${document.id}`} /> {document.name}
          </>
        )}
      </p>
      <RecordsToAttach rows={rows} path={path} document={document} />
      <div className="mt-5">
        {document === null ? (
          <DocumentChoice selection={sent} typed={typed} documents={items} />
        ) : left.length === 0 ? (
          <Notice tone="good" title="Attached to all already">
            The document is attached to every selected {noun}.
          </Notice>
        ) : (
          <AttachToRecordsView
            action={attachToRecordsAction}
            initial={openForm()}
            documentId={document.id}
            ids={rows.map(({ id }) => id)}
            count={left.length === 1 ? `1 ${noun}` : `${left.length} ${noun}s`}
            cancelHref={path}
          />
        )}
      </div>
    </>
  )
}

const NOTHING: Selected = { rows: [], total: 0, text: '', problems: [] }

function isList(of: unknown): of is AttachableList {
  return typeof of === 'string' && Object.hasOwn(LISTS, of)
}

function selectedOf({
  items,
  ...rest
}: Omit<Selected, 'rows'> & { items: readonly AttachableRow[] }): Selected {
  return {
    ...rest,
    rows: items.map(({ id, amount, currency, created_at }) => ({ id, amount, currency, created_at })),
  }
}

function pairsOf(sent: Sent): [string, string][] {
  return Object.entries(sent).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
}
