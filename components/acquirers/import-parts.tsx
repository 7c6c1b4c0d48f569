import { Count } from '#components/ui/count.tsx'
import { DataTable } from '#components/ui/data-table.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Link } from '#components/ui/link.tsx'
import { Money } from '#components/ui/money.tsx'
import { Pill, type Tone } from '#components/ui/pill.tsx'
import { ProgressBar } from '#components/ui/progress-bar.tsx'
import { Time } from '#components/ui/time.tsx'
import {
  type GatewayImport,
  IMPORT_KINDS,
  type ImportKind,
  type LeftOutRow,
} from '#lib/domain/gateway-imports/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { durationText } from '#lib/values/time-text.ts'

const STATUSES: Record<GatewayImport['status'], { word: string; tone: Tone; hint: string }> = {
  running: { word: 'Running', tone: 'wait', hint: 'Records are read page by page.' },
  stopped: { word: 'Stopped', tone: 'plain', hint: 'What was imported stays.' },
  finished: { word: 'Finished', tone: 'good', hint: 'All pages were read.' },
}

const KINDS: Record<ImportKind, string> = {
  customers: 'Customers',
  orders: 'Orders',
  payments: 'Payments',
  refunds: 'Refunds',
  settlements: 'Settlements',
}

export function ImportPill({ status }: Pick<GatewayImport, 'status'>) {
  const { word, tone, hint } = STATUSES[status]
  return (
    <Pill tone={tone} hint={hint}>
      {word}
    </Pill>
  )
}

/** How many records were read of all, as a bar and in words, and how long the rest takes. */
export function ImportProgress({ of, now }: { of: GatewayImport; now: number }) {
  const kinds = Object.values(of.progress)
  const read = kinds.reduce((sum, one) => sum + one.read, 0)
  const isCounted = kinds.every(({ total }) => total !== null)
  const total = kinds.reduce((sum, one) => sum + (one.total ?? 0), 0)
  return (
    <div className="mt-4 max-w-120">
      <p id="progress" className="mb-1.5 text-table">
        {isCounted ? (
          <>
            <Count of={read} /> of <Count of={total} noun="record" /> read
          </>
        ) : (
          'Counting records'
        )}
        {of.status === 'running' && of.per_second !== null && (
          <>
            {' '}
            · <Count of={Math.round(of.per_second)} /> a second
          </>
        )}
        {of.ends_at !== null && <> · about {durationText(Math.max(1, of.ends_at - now))} to go</>}
      </p>
      <ProgressBar
        label="Records read"
        describedBy="progress"
        value={Math.min(read, total)}
        max={Math.max(1, total)}
      />
    </div>
  )
}

type KindRow = GatewayImport['progress'][ImportKind] & { kind: ImportKind }

/** The result of each kind of record. */
export function ImportKindsTable({ of }: { of: GatewayImport }) {
  const rows = IMPORT_KINDS.map((kind): KindRow => ({ kind, ...of.progress[kind] }))
  type Figure = 'read' | 'added' | 'same' | 'own' | 'left_out'
  // A phone has one place for each.
  const figure = (key: Figure, header: string, place?: 'amount' | 'status' | 'detail' | 'note') =>
    ({
      key,
      header,
      label: header,
      align: 'end',
      ...(place === undefined ? {} : { place }),
      cell: (row: KindRow) => <Count of={row[key]} />,
    }) as const
  return (
    <DataTable
      caption="Records by kind"
      rows={rows}
      rowKey={({ kind }) => kind}
      columns={[
        { key: 'kind', header: 'Kind', place: 'title', cell: ({ kind }) => KINDS[kind] },
        figure('read', 'Read', 'amount'),
        figure('added', 'Added', 'status'),
        figure('same', 'Imported before', 'detail'),
        figure('own', 'Created here'),
        figure('left_out', 'Left out', 'note'),
      ]}
    />
  )
}

export function ImportList({ of, currency }: { of: GatewayImport; currency: string }) {
  return (
    <DescriptionList className="[--term:150px]">
      <Entry term="Started">
        {creatorText(of.created_by)}, <Time at={of.created_at} />
      </Entry>
      <Entry term="Records up to">
        <Time at={of.until} form="full" />
      </Entry>
      {of.since !== null && (
        <Entry term="Records since">
          <Time at={of.since} form="full" />
        </Entry>
      )}
      {of.finished_at !== null && (
        <Entry term="Finished">
          <Time at={of.finished_at} />
        </Entry>
      )}
      {of.adjustments > 0 && (
        <Entry term="Gateway adjustments">
          <Link href="/balance?kind=gateway_adjustment" className="link">
            <Count of={of.adjustments} noun="entry" nouns="entries" />
          </Link>
          , <Money amount={of.adjusted} currency={currency} />
          <span className="block text-ink-2">
            They close what the imported history does not explain, such as payments from before it. Each entry
            has its reason and its record.
          </span>
        </Entry>
      )}
    </DescriptionList>
  )
}

/** Records that were left out, with the reason. */
export function LeftOutTable({ rows }: { rows: LeftOutRow[] }) {
  return (
    <DataTable
      caption="Records left out"
      rows={rows}
      rowKey={({ kind, record_id }) => `${kind} ${record_id}`}
      columns={[
        { key: 'record_id', header: 'ID', place: 'title', mono: true, cell: ({ record_id }) => record_id },
        { key: 'kind', header: 'Kind', place: 'note', cell: ({ kind }) => KINDS[kind] },
        { key: 'reason', header: 'Reason', place: 'detail', cell: ({ reason }) => reason },
      ]}
    />
  )
}
