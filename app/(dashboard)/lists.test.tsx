import { globSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import type { ListFilter } from '#components/shared/list/filters.tsx'
import { type ListLook, readList } from '#components/shared/list/list.ts'
import { ListBody } from '#components/shared/list/list-body.tsx'
import { approvalList } from './approvals/list.tsx'
import { clientList } from './connected-apps/clients/list.tsx'
import { appList } from './connected-apps/list.tsx'
import { customerList } from './customers/list.tsx'
import { documentList } from './documents/list.tsx'
import { eventList } from './events/list.tsx'
import { fundAccountList } from './fund-accounts/list.tsx'
import { outboxList } from './outbox/list.tsx'
import { payoutList } from './payouts/list.tsx'
import { auditList } from './settings/audit/list.tsx'
import { invitationList } from './settings/team/invitations/list.tsx'
import { teamList } from './settings/team/list.tsx'
import { transferList } from './transfers/list.tsx'
import { walletList } from './wallets/list.tsx'

// Only how the lists are drawn, not the operations that read them.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

const reader = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }
const page = {
  items: [],
  total: 0,
  counted: true,
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
  ...[auditList, transferList, walletList, appList, clientList, teamList, invitationList],
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

it('says where rows are not counted to the end, with a link that counts them, and shows no number on the tabs', () => {
  const query = { reason: 'payout' }
  const draw = { ...reader, query, ignored: {}, readable: true, mode: 'test' as const, may: () => true }
  // As above.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const list: ListLook<any, any> = payoutList
  const uncounted = { ...page, counted: false, total: 10_000, tabs: { all: null, processing: null } }
  const body = <ListBody list={list} page={uncounted} draw={draw} size={25} problems={[]} />
  const text = renderToStaticMarkup(body)
  expect(text).toContain('More than 10,000 payouts')
  expect(text).toContain('total=exact')
  expect(text).not.toMatch(/All<small[^>]*>\d/)
  expect(readList(payoutList, { total: 'exact' }, reader).place).toMatchObject({ exact: true })
  expect(readList(payoutList, {}, reader).place).not.toHaveProperty('exact')
})

type Listed = { path: string; filters: readonly ListFilter[]; operation: { input: { shape: object } } }

const files = globSync('app/(dashboard)/**/list.tsx')

/** The list that a file declares; that of a record is a function of its id. */
async function listIn(file: string): Promise<Listed> {
  const exported: Record<string, unknown> = await import(/* @vite-ignore */ `/${file}`)
  const [, list] = Object.entries(exported).find(([name]) => name.endsWith('List')) ?? []
  return typeof list === 'function' ? list('whk_NfLw3gQ81xRt0a') : (list as Listed)
}

it('finds the lists', () => {
  expect(files.length).toBeGreaterThan(15)
})

it.each(files)('%s filters by fields that its operation knows, each by one filter', async (file) => {
  const { filters, operation } = await listIn(file)
  const fields = filters.flatMap((filter) => filter.fields)
  expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(fields))
  expect(new Set(fields).size).toBe(fields.length)
})
