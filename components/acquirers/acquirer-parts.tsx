import { DataTable } from '#components/ui/data-table.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Link } from '#components/ui/link.tsx'
import { Pill, type Tone } from '#components/ui/pill.tsx'
import { Time } from '#components/ui/time.tsx'
import type {
  AcquirerAccount,
  AcquirerCall,
  AcquirerDetails,
  AcquirerState,
} from '#lib/domain/acquirers/schema.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { capitalized } from '#lib/values/text.ts'

const STATES: Record<AcquirerState, { word: string; tone: Tone; hint: string }> = {
  added: { word: 'Not in use', tone: 'plain', hint: 'Saved and tested. No payments go to it.' },
  active: { word: 'In use', tone: 'good', hint: 'New payments go to it.' },
  retired: { word: 'Retired', tone: 'back', hint: 'It finishes what is under way there.' },
}

export function AcquirerPill({ state }: { state: AcquirerState }) {
  const { word, tone, hint } = STATES[state]
  return (
    <Pill tone={tone} hint={hint}>
      {word}
    </Pill>
  )
}

export function SandboxPill() {
  return (
    <Pill tone="wait" hint="No real money moves there.">
      Sandbox
    </Pill>
  )
}

export function AcquirersTable({ rows }: { rows: AcquirerAccount[] }) {
  return (
    <DataTable
      caption="Acquirers"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'name',
          header: 'Name',
          place: 'title',
          cell: ({ id, name }) => (
            <Link href={`/settings/acquirer/${id}`} className="link">
              {name}
            </Link>
          ),
        },
        {
          key: 'state',
          header: 'Status',
          place: 'status',
          cell: ({ state, capabilities }) => (
            <span className="inline-flex flex-wrap gap-1.5">
              <AcquirerPill state={state} />
              {capabilities.sandbox && <SandboxPill />}
            </span>
          ),
        },
        {
          key: 'url',
          header: 'URL',
          place: 'detail',
          cell: ({ url }) => <span className="wrap-anywhere">{url}</span>,
        },
        {
          key: 'created_at',
          header: 'Created',
          align: 'end',
          place: 'note',
          cell: ({ created_at }) => <Time at={created_at} />,
        },
      ]}
    />
  )
}

/** What the acquirer can do, as it says itself. */
export function CapabilityList({ acquirer }: { acquirer: AcquirerAccount }) {
  const { capabilities: can, capabilities_at } = acquirer
  const [currency = 'INR'] = can.currencies
  const yes = (able: boolean) => (able ? 'Yes' : 'No')
  return (
    <DescriptionList className="[--term:150px]">
      <Entry term="Methods">{can.methods.map((method) => METHODS[method]).join(', ')}</Entry>
      <Entry term="Currencies">{can.currencies.join(', ')}</Entry>
      <Entry term="Collection">
        {can.collection.map((kind) => (kind === 'hosted' ? 'Page of the bank' : 'Direct')).join(', ')}
      </Entry>
      <Entry term="Amounts">
        {formatMoney(can.limits.min_amount, currency)} to {formatMoney(can.limits.max_amount, currency)}
      </Entry>
      <Entry term="Authorization expires">After {Math.floor(can.authorization_seconds / 3600)} hours</Entry>
      <Entry term="Instant refunds">{yes(can.instant_refunds)}</Entry>
      <Entry term="Payouts">{yes(can.payouts)}</Entry>
      <Entry term="Settlements">{yes(can.settlement)}</Entry>
      <Entry term="Fetched">
        <Time at={capabilities_at} />
      </Entry>
    </DescriptionList>
  )
}

const METHODS = { card: 'Card', upi: 'UPI', netbanking: 'Netbanking', wallet: 'Wallet' } as const

export function HealthList({ health }: { health: AcquirerDetails['health'] }) {
  const { calls, failed, p95_ms, open_calls, under_way } = health
  return (
    <DescriptionList className="[--term:150px]">
      <Entry term="Requests">
        {calls} in 24 hours, {failed} failed
      </Entry>
      <Entry term="Response time (p95)">{p95_ms === null ? null : `${Math.round(p95_ms)} ms`}</Entry>
      <Entry term="Open requests">{open_calls}</Entry>
      <Entry term="Records under way">{under_way}</Entry>
    </DescriptionList>
  )
}

/** Requests to an acquirer and messages of it, without data of cards or accounts. */
export function CallsTable({ caption, rows }: { caption: string; rows: AcquirerCall[] }) {
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'call',
          header: 'Request',
          place: 'title',
          cell: ({ call, reference }) => (
            <>
              {capitalized(call)} {reference !== null && <span className="mono text-ink-2">{reference}</span>}
            </>
          ),
        },
        {
          key: 'outcome',
          header: 'Outcome',
          place: 'status',
          cell: ({ outcome, error }) =>
            error === null ? (outcome ?? 'Received') : <span className="text-bad">{error}</span>,
        },
        {
          key: 'duration_ms',
          header: 'Duration',
          align: 'end',
          show: '52rem',
          cell: ({ duration_ms }) => `${duration_ms} ms`,
        },
        {
          key: 'created_at',
          header: 'Created',
          align: 'end',
          place: 'note',
          cell: ({ created_at }) => <Time at={created_at} />,
        },
      ]}
    />
  )
}
