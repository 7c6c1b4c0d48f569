import { Count } from '#components/ui/count.tsx'
import { type Column, DataTable } from '#components/ui/data-table.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Link } from '#components/ui/link.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Pill } from '#components/ui/pill.tsx'
import { Time } from '#components/ui/time.tsx'
import {
  ALERT_TITLES,
  type AlertName,
  type AlertState,
  type FailedJob,
  type Health,
  type Process,
  QUEUE_LABELS,
  type QueueState,
} from '#lib/domain/health/schema.ts'
import { sizeText } from '#lib/values/number-text.ts'
import { objectPath } from '#lib/values/object-path.ts'

/** What is wrong at present, or that nothing is. @param mayChange whether this person may retry and drop jobs */
export function HealthNotice({ health, mayChange }: { health: Health; mayChange: boolean }) {
  const { processes, failed_jobs, deliveries, acquirer, instance } = health
  const wrong = [
    ...(processes.some(({ runs_jobs }) => runs_jobs)
      ? []
      : [
          'No worker is running, so refunds, payouts, webhooks and emails are queued. Tell the operator of this server.',
        ]),
    ...(failed_jobs.length > 0
      ? [`Jobs failed permanently. ${mayChange ? 'Retry or drop them' : RETRIED_BY_OPERATOR}.`]
      : []),
    ...(deliveries.failing_webhooks + deliveries.disabled_webhooks > 0
      ? ['Webhooks are failing or disabled.']
      : []),
    ...(acquirer !== null && acquirer.calls > 0 && acquirer.failed === acquirer.calls
      ? [`${acquirer.name} has responded to no request for an hour, so live payments fail.`]
      : []),
  ]
  const alerts = (instance?.alerts ?? []).filter(({ name, ended_at }) => ended_at === null && !SAID.has(name))
  wrong.push(...alerts.map(({ name, summary }) => `${ALERT_TITLES[name]}: ${summary}`))
  if (wrong.length === 0) return <Notice tone="good" title="No problems found" />
  return (
    <Notice tone="bad" title={wrong.length === 1 ? '1 problem found' : `${wrong.length} problems found`}>
      {wrong.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Notice>
  )
}

const RETRIED_BY_OPERATOR = 'The operator of this server can retry or drop them'

/** Alerts whose facts are of the account or of the processes, which every merchant sees. */
const SAID: ReadonlySet<AlertName> = new Set(['job_failed', 'no_worker', 'acquirer_silent'])

export function ProcessesTable({ rows }: { rows: Process[] }) {
  return (
    <DataTable
      caption="Processes"
      rows={rows}
      rowKey={({ kind, started_at, beat_at }) => `${kind} ${started_at} ${beat_at}`}
      columns={[
        {
          key: 'kind',
          header: 'Process',
          place: 'title',
          cell: ({ kind }) => (kind === 'worker' ? 'Worker' : 'Server'),
        },
        {
          key: 'runs_jobs',
          header: 'Jobs',
          place: 'status',
          cell: ({ runs_jobs }) => (
            <Pill tone={runs_jobs ? 'good' : 'plain'}>{runs_jobs ? 'Runs jobs' : 'No jobs'}</Pill>
          ),
        },
        { key: 'version', header: 'Version', place: 'detail', cell: ({ version }) => version ?? '—' },
        {
          key: 'started_at',
          header: 'Started',
          show: '52rem',
          cell: ({ started_at }) => <Time at={started_at} />,
        },
        {
          key: 'beat_at',
          header: 'Last heartbeat',
          label: 'Last heartbeat',
          align: 'end',
          place: 'note',
          cell: ({ beat_at }) => <Time at={beat_at} />,
        },
      ]}
    />
  )
}

/** @param mayChange whether each leads to where it is retried or dropped */
export function FailedJobsTable({ rows, mayChange }: { rows: FailedJob[]; mayChange: boolean }) {
  return (
    <DataTable
      caption="Failed jobs"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { key: 'queue', header: 'Queue', place: 'title', cell: ({ queue }) => queueLabel(queue) },
        {
          key: 'object_id',
          header: 'Record',
          place: 'detail',
          cell: ({ object_id }) => <RecordId id={object_id} />,
        },
        { key: 'id', header: 'Job', show: '60rem', cell: ({ id }) => <Id value={id} /> },
        { key: 'retries', header: 'Retries', align: 'end', show: '52rem', cell: ({ retries }) => retries },
        {
          key: 'failed_at',
          header: 'Failed',
          align: 'end',
          place: 'note',
          cell: ({ failed_at }) => <Time at={failed_at} />,
        },
        ...(mayChange ? [CHANGE] : []),
      ]}
    />
  )
}

const CHANGE: Column<FailedJob> = {
  key: 'change',
  header: 'Action',
  align: 'end',
  place: 'amount',
  cell: ({ id, queue, object_id }) => (
    <Link
      href={`/health/jobs/${id}`}
      className="link"
      aria-label={`Retry or drop: ${queueLabel(queue)}, ${object_id ?? id}`}
    >
      Retry or drop
    </Link>
  ),
}

export function FailedJobList({ job }: { job: FailedJob }) {
  const { id, queue, object_id, retries, failed_at } = job
  return (
    <DescriptionList className="[--term:130px]">
      <Entry term="Queue">{queueLabel(queue)}</Entry>
      <Entry term="Record">
        <RecordId id={object_id} />
      </Entry>
      <Entry term="Job">
        <Id value={id} />
      </Entry>
      <Entry term="Retries">
        <Count of={retries} />
      </Entry>
      <Entry term="Failed">
        <Time at={failed_at} />
      </Entry>
    </DescriptionList>
  )
}

function RecordId({ id }: { id: string | null }) {
  if (id === null) return '—'
  const href = objectPath(id)
  return href === null ? <Id value={id} /> : <Id value={id} href={href} />
}

/** The queues with jobs that are due, in progress or failed. */
export function QueuesTable({ rows }: { rows: QueueState[] }) {
  const busy = rows.filter(({ waiting, active, failed }) => waiting + active + failed > 0)
  if (busy.length === 0) return <p className="text-ink-2">No jobs are due.</p>
  return (
    <DataTable
      caption="Queues"
      rows={busy}
      rowKey={({ queue }) => queue}
      columns={[
        { key: 'queue', header: 'Queue', cell: ({ queue }) => queueLabel(queue) },
        {
          key: 'waiting',
          header: 'Due',
          label: 'Due',
          place: 'detail',
          align: 'end',
          cell: ({ waiting }) => <Count of={waiting} />,
        },
        { key: 'active', header: 'Running', align: 'end', cell: ({ active }) => <Count of={active} /> },
        {
          key: 'failed',
          header: 'Failed',
          label: 'Failed',
          place: 'note',
          align: 'end',
          cell: ({ failed }) => <Count of={failed} />,
        },
      ]}
    />
  )
}

export function AlertsTable({ rows }: { rows: AlertState[] }) {
  return (
    <DataTable
      caption="Alerts"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: 'Alert',
          place: 'title',
          cell: ({ name, summary }) => (
            <span className="block py-1.5">
              <span className="block">{ALERT_TITLES[name]}</span>
              <span className="block max-w-[72ch] whitespace-normal text-ink-2 wrap-anywhere">{summary}</span>
            </span>
          ),
        },
        {
          key: 'status',
          header: 'Status',
          place: 'status',
          cell: ({ ended_at }) => (
            <Pill tone={ended_at === null ? 'bad' : 'plain'}>{ended_at === null ? 'Active' : 'Ended'}</Pill>
          ),
        },
        {
          key: 'began_at',
          header: 'Began',
          align: 'end',
          place: 'note',
          cell: ({ began_at }) => <Time at={began_at} />,
        },
      ]}
    />
  )
}

export function DeliveryList({ deliveries }: Pick<Health, 'deliveries'>) {
  const { due, oldest_due_at, failing_webhooks, disabled_webhooks } = deliveries
  return (
    <DescriptionList className="[--term:130px]">
      <Entry term="Due deliveries">
        <Count of={due} />
      </Entry>
      {oldest_due_at !== null && (
        <Entry term="Oldest due">
          <Time at={oldest_due_at} />
        </Entry>
      )}
      <Entry term="Failing webhooks">
        <Link href="/webhooks" className="link">
          <Count of={failing_webhooks} />
        </Link>
      </Entry>
      <Entry term="Disabled webhooks">
        <Count of={disabled_webhooks} />
      </Entry>
    </DescriptionList>
  )
}

export function AcquirerList({ acquirer }: { acquirer: NonNullable<Health['acquirer']> }) {
  return (
    <DescriptionList className="[--term:130px]">
      <Entry term="Name">
        <Link href={`/settings/acquirer/${acquirer.id}`} className="link">
          {acquirer.name}
        </Link>
      </Entry>
      <Entry term="Requests">
        {acquirer.calls} in an hour, {acquirer.failed} failed
      </Entry>
    </DescriptionList>
  )
}

export function DatabaseList({ instance }: { instance: NonNullable<Health['instance']> }) {
  const { books, database_bytes } = instance
  return (
    <DescriptionList className="[--term:130px]">
      <Entry term="Size">{sizeText(database_bytes)}</Entry>
      <Entry term="Books checked">{books.checked_at && <Time at={books.checked_at} />}</Entry>
      <Entry term="Problems found">{books.checked_at && <Count of={books.violated} />}</Entry>
    </DescriptionList>
  )
}

function queueLabel(queue: string): string {
  return QUEUE_LABELS[queue] ?? queue
}
