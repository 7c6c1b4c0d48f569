import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { type ListLook, readList } from '#components/shared/list/list.ts'
import { ListBody } from '#components/shared/list/list-body.tsx'
import { approvalList } from './approvals/list.tsx'
import { customerList } from './customers/list.tsx'
import { documentList } from './documents/list.tsx'
import { eventList } from './events/list.tsx'
import { fundAccountList } from './fund-accounts/list.tsx'
import { outboxList } from './outbox/list.tsx'
import { payoutList } from './payouts/list.tsx'
import { transferList } from './transfers/list.tsx'
import { walletList } from './wallets/list.tsx'

// Only how the lists are drawn, not the operations that read them.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

const reader = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }
const page = {
  items: [],
  total: 0,
  totals: [],
  tabs: {},
  has_newer: false,
  has_older: false,
  above: 0,
  empty: false,
}
const beside = { balance: 0n, sends: false, next_capture_by: null, bytes: 0n, all: true }
const lists = [
  ...[approvalList, customerList, documentList, eventList, fundAccountList, outboxList, payoutList],
  ...[transferList, walletList],
]

it.each(lists.map((list) => [list.path, list] as const))(
  '%s draws its filters, and says that nothing matches',
  (_, list) => {
    const query = { count: '50' }
    const draw = { ...reader, query, ignored: {}, readable: true, mode: 'test' as const, may: () => true }
    const { place, problems } = readList(list, query, reader)
    expect([place.count, problems]).toEqual([50, []])
    // The pages of the lists differ in what stands beside their rows.
    // biome-ignore lint/suspicious/noExplicitAny: see above
    const drawn: ListLook<any, any> = list
    const body = (
      <ListBody list={drawn} page={{ ...page, ...beside }} draw={draw} size={50} problems={problems} />
    )
    const text = renderToStaticMarkup(body)
    expect(text).toContain('match these filters')
    expect(text).toContain('Apply')
  },
)
