import type { Metadata } from 'next'
import { AutoRefresh } from '#components/shared/auto-refresh.tsx'
import { JsonTab } from '#components/shared/json-tab.tsx'
import { snippetOf } from '#components/shared/snippets.ts'
import { TransferHead } from '#components/transfers/transfer-head.tsx'
import { transferWord } from '#components/transfers/transfer-pill.tsx'
import { TransferProgress } from '#components/transfers/transfer-progress.tsx'
import { TransferStub } from '#components/transfers/transfer-stub.tsx'
import { TransferTimeline } from '#components/transfers/transfer-timeline.tsx'
import { Failure } from '#components/ui/failure.tsx'
import { Crumbs } from '#components/ui/page-head.tsx'
import { Slip } from '#components/ui/slip.tsx'
import { Tabs } from '#components/ui/tabs.tsx'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import { fetchTransfer, fetchTransferTimeline } from '#lib/domain/transfers/fetch.ts'
import type { ListedTransfer } from '#lib/domain/transfers/schema.ts'
import { updateTransfer } from '#lib/domain/transfers/update.ts'
import { env } from '#lib/process/env.ts'
import { read, tryRead } from '#lib/surfaces/page.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { MINUTE } from '#lib/values/time.ts'
import { transferOf } from './record.ts'

type Props = PageProps<'/transfers/[id]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const [transfer, { grouping }] = await Promise.all([transferOf((await params).id), currentPreferences()])
  const { amount, currency, status, id } = transfer
  const word = transferWord(status).toLowerCase()
  return { title: `${formatMoney(amount, currency, grouping)} ${word} · ${id} · Transfers` }
}

export default async function TransferPage({ params, searchParams }: Props) {
  const [{ id }, { tab }, { permissions }] = await Promise.all([params, searchParams, requireStaff()])
  const transfer = await transferOf(id)
  const now = Math.floor(Date.now() / 1000)
  const request = { method: 'GET', path: `/v1/transfers/${id}` }
  const until = transfer.status === 'created' ? transfer.on_hold_until : null
  return (
    <>
      <Crumbs href="/transfers" label="Transfers" id={id} />
      <Slip stub={<TransferStub transfer={transfer} />}>
        <TransferHead
          transfer={transfer}
          curl={snippetOf('curl', env().BASE_URL, request)}
          mayWrite={permissions.has(updateTransfer.permission)}
          now={now}
        />
        <div className="mt-5">
          <Tabs
            label="Views of this transfer"
            tabs={[
              { href: `/transfers/${id}`, label: 'Overview', current: tab !== 'json' },
              { href: `/transfers/${id}?tab=json`, label: 'JSON', current: tab === 'json' },
            ]}
          />
        </div>
        {tab === 'json' ? (
          <JsonTab value={await read(fetchTransfer, { id })} request={request} />
        ) : (
          <Overview transfer={transfer} />
        )}
      </Slip>
      {until !== null && until - now < 5 * MINUTE && <AutoRefresh seconds={5} />}
    </>
  )
}

async function Overview({ transfer }: { transfer: ListedTransfer }) {
  const timeline = await tryRead(fetchTransferTimeline, { id: transfer.id })
  return (
    <>
      <TransferProgress transfer={transfer} />
      {timeline.ok ? (
        <TransferTimeline entries={timeline.value.items} transfer={transfer} />
      ) : (
        <Failure requestId={timeline.request_id}>{timeline.description}</Failure>
      )}
    </>
  )
}
