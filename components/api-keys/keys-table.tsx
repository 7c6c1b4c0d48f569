import { statusColumn } from '#components/shared/columns.tsx'
import { type Column, DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { Time, ZoneName } from '#components/ui/time.tsx'
import type { Key } from '#lib/domain/api-keys/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import { scopeSummary } from './key-labels.ts'
import { KeyPill } from './key-pill.tsx'

export function KeysTable({ keys, now, kit }: { keys: Key[]; now: number; kit?: TableKit }) {
  return (
    <DataTable
      kit={kit}
      caption="API keys, newest first"
      columns={columnsOf(now)}
      rows={keys}
      rowKey={(key) => key.id}
      rowHref={(key) => `/api-keys/${key.id}`}
    />
  )
}

function columnsOf(now: number): Column<Key>[] {
  return [
    {
      key: 'name',
      header: 'Name',
      place: 'title',
      cell: ({ name }) => <span className="inline-block max-w-40 truncate align-bottom">{name}</span>,
    },
    {
      key: 'id',
      header: 'Key ID',
      place: 'detail',
      mono: true,
      soft: true,
      cell: ({ id }) => (
        <span className="inline-block max-w-36 truncate align-bottom" title={id}>
          {id}
        </span>
      ),
    },
    statusColumn((key) => <KeyPill value={key} now={now} />),
    { key: 'scopes', header: 'Permissions', cell: ({ scopes }) => <Scopes scopes={scopes} /> },
    {
      key: 'from',
      header: 'IP addresses',
      soft: true,
      show: '84rem',
      cell: ({ allowed_addresses }) => <Addresses allowed={allowed_addresses} />,
    },
    {
      key: 'used',
      header: (
        <>
          Last used, <ZoneName />
        </>
      ),
      soft: true,
      show: '52rem',
      place: 'note',
      label: 'Last used',
      cell: (key) => <LastUse value={key} />,
    },
    {
      key: 'ends',
      header: 'Expires',
      soft: true,
      show: '52rem',
      cell: ({ expires_at, revoked_at }) =>
        revoked_at === null && expires_at === null ? 'never' : <Time at={revoked_at ?? expires_at} />,
    },
    {
      key: 'by',
      header: 'Created by',
      soft: true,
      show: '84rem',
      cell: ({ created_by }) => (
        <span
          className="inline-block max-w-[calc(9rem+var(--spare)/3)] truncate align-bottom"
          title={creatorText(created_by)}
        >
          {creatorText(created_by)}
        </span>
      ),
    },
    {
      key: 'created',
      header: 'Created',
      align: 'end',
      soft: true,
      show: '60rem',
      sorted: 'descending',
      cell: ({ created_at }) => <Time at={created_at} />,
    },
  ]
}

function Scopes({ scopes }: { scopes: string[] }) {
  const { word, rest } = scopeSummary(scopes)
  return (
    <span className="inline-block max-w-28 truncate align-bottom" title={rest || word}>
      {word}
    </span>
  )
}

function Addresses({ allowed }: { allowed: string[] }) {
  if (allowed.length === 0) return <>any</>
  return (
    <span className="mono" title={allowed.join(', ')}>
      {allowed[0]}
      {allowed.length > 1 && ` +${allowed.length - 1}`}
    </span>
  )
}

function LastUse({ value: { last_used_at, last_used_ip, last_used_agent } }: { value: Key }) {
  if (last_used_at === null) return <>never</>
  return (
    <span title={[last_used_ip, last_used_agent].filter(Boolean).join(' · ')}>
      <Time at={last_used_at} />
    </span>
  )
}
