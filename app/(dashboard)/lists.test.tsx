import { globSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { finished } from 'node:stream/promises'
import fc from 'fast-check'
import { renderToPipeableStream, renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import {
  filtersOf,
  isSelectable,
  type ListLook,
  listQuery,
  readList,
  unknownParams,
  withStandards,
} from '#components/shared/list/list.ts'
import { ListBody } from '#components/shared/list/list-body.tsx'
import { sortChoice } from '#components/shared/list/sort-choice.tsx'
import { DataTable, type TableKit } from '#components/ui/data-table.tsx'
import { BILL_FILTERS } from '#lib/domain/bills/filters.ts'
import { CUSTOMER_FILTERS } from '#lib/domain/customers/filters.ts'
import { DOCUMENT_FILTERS } from '#lib/domain/documents/filters.ts'
import { EVENT_FILTERS } from '#lib/domain/events/filters.ts'
import { type Filters, inputsOf } from '#lib/domain/filters.ts'
import { FUND_ACCOUNT_FILTERS } from '#lib/domain/fund-accounts/filters.ts'
import { ORDER_FILTERS } from '#lib/domain/orders/filters.ts'
import { PAYMENT_FILTERS } from '#lib/domain/payments/filters.ts'
import { PAYOUT_FILTERS } from '#lib/domain/payouts/filters.ts'
import { REFUND_FILTERS } from '#lib/domain/refunds/filters.ts'
import { SETTLEMENT_FILTERS } from '#lib/domain/settlements/filters.ts'
import { TRANSFER_FILTERS } from '#lib/domain/transfers/filters.ts'
import { WEBHOOK_FILTERS } from '#lib/domain/webhooks/filters.ts'
import { queryFromText, termsOf, textFromQuery } from '#lib/filters/filter-query.ts'
import { keyList } from './api-keys/list.tsx'
import { approvalList } from './approvals/list.tsx'
import { billList } from './bills/list.tsx'
import { clientList } from './connected-apps/clients/list.tsx'
import { appList } from './connected-apps/list.tsx'
import { customerList } from './customers/list.tsx'
import { documentList } from './documents/list.tsx'
import { eventList } from './events/list.tsx'
import { EXPORTED, exportedAt, scheduledFilters } from './exports/lists.ts'
import { fundAccountList } from './fund-accounts/list.tsx'
import { LISTS, listNamed, SELECTABLE } from './lists.ts'
import { orderList } from './orders/list.tsx'
import { outboxList } from './outbox/list.tsx'
import { paymentList } from './payments/list.tsx'
import { payoutList } from './payouts/list.tsx'
import { refundList } from './refunds/list.tsx'
import { auditList } from './settings/audit/list.tsx'
import { invitationList } from './settings/team/invitations/list.tsx'
import { teamList } from './settings/team/list.tsx'
import { settlementList } from './settlements/list.tsx'
import { transferList } from './transfers/list.tsx'
import { walletList } from './wallets/list.tsx'
import { webhookList } from './webhooks/list.tsx'

// Only how the lists are drawn, not the operations that read them.
vi.mock('#lib/runtime.ts', () => ({ runtime: () => undefined }))
vi.mock('#lib/auth/staff.ts', () => ({}))

const reader = { currency: 'INR', grouping: 'indian' as const, zone: 'Asia/Kolkata', now: 1_781_505_000 }
const page = {
  items: [],
  total: 0,
  counted: true,
  capped: false,
  totals: [],
  tabs: {},
  has_newer: false,
  has_older: false,
  above: 0,
  empty: false,
}
const beside = { balance: 0n, sends: false, next_capture_by: null, bytes: 0n, all: true }
const lists = [
  approvalList,
  customerList,
  documentList,
  eventList,
  fundAccountList,
  outboxList,
  payoutList,
  auditList,
  transferList,
  walletList,
  appList,
  clientList,
  teamList,
  invitationList,
]

const drawOf = (query: Record<string, string>) => ({
  ...reader,
  query,
  ignored: {},
  readable: true,
  mode: 'test' as const,
  account: 'acc_1',
  may: () => true,
})

it.each(lists.map((list) => [list.path, list] as const))(
  '%s draws its filters, and says that nothing matches',
  (_, list) => {
    const query = { count: '50' }
    const [filter] = filtersOf(list).flatMap(({ names }) => names)
    const draw = drawOf({ ...query, [String(filter)]: '1' })
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
    // It says what was understood, with a way to leave out each part.
    if (filter !== 'ids') expect(text).toMatch(/aria-label="Remove [^"]+"|Change or clear/)
    const whole = (
      <ListBody list={drawn} page={{ ...page, ...beside }} draw={drawOf(query)} size={50} problems={[]} />
    )
    expect(renderToStaticMarkup(whole)).not.toContain('match these filters')
  },
)

it('names the search params that the list does not know, and none of its own', () => {
  const own = { status: 'waiting', from: '2026-11-01', cols: 'amount', sort: '-created', view: 'all' }
  const others = { count: '50', total: 'exact', starting_after: 'apr_1', utm_source: 'mail', ids: 'apr_1' }
  expect(unknownParams(approvalList, { ...own, ...others, find: 'a' })).toEqual([])
  const unknown = unknownParams(payoutList, { ...others, filter: 'status:captured', status: 'queued', x: '' })
  expect(unknown).toEqual(['filter'])
  expect(unknownParams(documentList, { refused: '1' })).toEqual([])
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const list: ListLook<any, any> = payoutList
  const bodyOf = (names: string[]) =>
    renderToStaticMarkup(
      <ListBody
        {...{ list, page, size: 25, problems: [] }}
        draw={{ ...drawOf({ reason: 'payout' }), unknown: names }}
      />,
    )
  expect(bodyOf(unknown)).toContain('Unknown filter ignored: filter.')
  expect(bodyOf([])).not.toContain('Unknown filter')
})

it('says where rows are not counted to the end, with a link that counts them, and shows no number on the tabs', () => {
  const query = { reason: 'payout' }
  const draw = drawOf(query)
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

it('shows the rows at once and an exact count when it has arrived', async () => {
  const query = { reason: 'payout', total: 'exact' }
  const draw = drawOf(query)
  // As above.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const list: ListLook<any, any> = payoutList
  const uncounted = { ...page, counted: false, total: 10_000, tabs: { all: null, processing: null } }
  const { promise: counting, resolve } = Promise.withResolvers<typeof page>()
  const body = (
    <main>
      <ListBody list={list} page={uncounted} counting={counting} draw={draw} size={25} problems={[]} />
    </main>
  )
  let html = ''
  const sent = new PassThrough({ encoding: 'utf8' }).on('data', (chunk: string) => {
    html += chunk.replaceAll('<!-- -->', '')
  })
  renderToPipeableStream(body).pipe(sent)
  await expect.poll(() => html).toContain('counting…')
  const atOnce = html
  expect(atOnce).toContain('More than 10,000 payouts')
  expect(atOnce).toContain('counting…')
  expect(atOnce).not.toContain('Count all')
  resolve({ ...page, counted: true, total: 25_417, tabs: { all: 25_417, processing: 3 } })
  await finished(sent)
  const later = html.slice(atOnce.length)
  expect(later).toContain('25,417')
  expect(later).not.toContain('More than')
})

type Listed = { path: string; filters: Filters; operation: { input: { shape: object } } }

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
  const fields = inputsOf(filters).map(({ name }) => name)
  expect(Object.keys(operation.input.shape)).toEqual(expect.arrayContaining(fields))
  expect(new Set(fields).size).toBe(fields.length)
})

it.each(files)('%s sorts by what its operation sorts by', async (file) => {
  const { sort = [], operation } = (await listIn(file)) as Listed & { sort?: readonly string[] }
  for (const name of sort.flatMap((one) => [one, `-${one}`]))
    expect(operation.input.shape, name).toMatchObject({
      sort: { def: { innerType: { options: expect.arrayContaining([name]) } } },
    })
})

it.each(files)('%s offers every order beside its filters, for phones', async (file) => {
  const { sort = [] } = (await listIn(file)) as Listed & { sort?: readonly string[] }
  const text = renderToStaticMarkup(sortChoice({}, sort).control)
  expect(text.match(/<option/g)?.length ?? 0).toBe(sort.length * 2)
})

it.each([
  [paymentList, PAYMENT_FILTERS],
  [orderList, ORDER_FILTERS],
  [refundList, REFUND_FILTERS],
  [customerList, CUSTOMER_FILTERS],
  [billList, BILL_FILTERS],
  [webhookList, WEBHOOK_FILTERS],
  [fundAccountList, FUND_ACCOUNT_FILTERS],
  [eventList, EVENT_FILTERS],
  [documentList, DOCUMENT_FILTERS],
  [settlementList, SETTLEMENT_FILTERS],
  [payoutList, PAYOUT_FILTERS],
  [transferList, TRANSFER_FILTERS],
] as const)(
  'a list that the API filters by text has the filters of that text, and no others',
  (list, filters) => {
    expect(list.filters).toBe(filters)
  },
)

it('exports and selects by the same declaration: rows of a list that has an export can be selected', async () => {
  const declared = await Promise.all(
    files.map((file) => listIn(file) as unknown as Promise<ListLook<unknown>>),
  )
  const pathsOf = (some: ListLook<unknown>[]) => some.map(({ path }) => path).sort()
  // The files of a report have no list whose rows could be selected.
  const exported = Object.keys(EXPORTED)
    .map((path) => `/${path}`)
    .filter((path) => path !== '/balance/months' && path !== '/balance/fees')
  expect(pathsOf(declared.filter((list) => list.exported))).toEqual(exported.sort())
  expect(pathsOf(declared.filter(isSelectable))).toEqual([...SELECTABLE.keys()].sort())
})

it('says of a file the filter that a list has where none is set, as its schedule keeps it', () => {
  expect(withStandards(keyList, { count: '50' })).toEqual({ group: 'current', count: '50' })
  expect(withStandards(keyList, { group: 'ended' })).toEqual({ group: 'ended' })
  expect(withStandards(payoutList, {})).toEqual({})
  expect(scheduledFilters('api-keys', {}, reader)).toMatchObject({
    query: 'group=current',
    filters: { group: 'current' },
  })
})

it('exports the deliveries of a webhook from its path, without a schedule', () => {
  expect(exportedAt('webhooks')).toMatchObject({ title: 'Webhooks', schedulable: true })
  expect(exportedAt('connected-apps/clients')).toMatchObject({ title: 'Registered clients' })
  const deliveries = exportedAt('webhooks/whk_NfLw3gQ81xRt0a')
  expect(deliveries).toMatchObject({ title: 'Deliveries', schedulable: false })
  expect(deliveries?.columns('UTC', 'INR').map(([name]) => name)).toContain('last_status_code')
  expect(exportedAt('webhooks/pay_NfLw3gQ81xRt0a')).toBeUndefined()
  expect(exportedAt('constructor')).toBeUndefined()
})

it('names every list, apart from those of a record', async () => {
  const declared = await Promise.all(files.filter((file) => !file.includes('[id]')).map(listIn))
  expect([...LISTS.keys()].sort()).toEqual(declared.map(({ path }) => path).sort())
  expect(listNamed('Payments')?.path).toBe('/payments')
  expect(listNamed('api-keys')?.path).toBe('/api-keys')
  expect(listNamed('audit')?.path).toBe('/settings/audit')
  expect(listNamed('cookies')).toBeUndefined()
})

it.each([...LISTS])('%s: a text of filters becomes filters, and these the same text again', (_, list) => {
  const terms = termsOf(list)
  const value = fc.oneof(
    fc.constantFrom('>5', '<=7.50', '1..2', '2026-11-03', 'last-month', 'yes', 'no', '1', 'captured,failed'),
    fc.constantFrom(...terms.flatMap((term) => term.values?.(reader) ?? ['x']), 'a b', 'a"b'),
    fc.string({ maxLength: 12 }),
  )
  const part = fc
    .tuple(fc.constantFrom('', '-'), fc.constantFrom(...terms.map(({ name }) => `${name}:`), ''), value)
    .map(([minus, name, text]) => `${minus}${name}${/[\s"]/.test(text) ? JSON.stringify(text) : text}`)
  fc.assert(
    fc.property(fc.array(part, { maxLength: 4 }), (parts) => {
      const { query, problems } = queryFromText(list, parts.join(' '), reader)
      if (problems.length > 0) return
      const text = textFromQuery(list, query, reader)
      const again = queryFromText(list, text, reader)
      expect(again).toEqual({ query, problems: [] })
      expect(textFromQuery(list, again.query, reader)).toBe(text)
    }),
    { numRuns: 200 },
  )
})

it('reads selected rows as a filter, unless all rows are meant that the other filters find', () => {
  const sent = { status: 'processing', ids: ['pout_1', 'pout_2'] }
  const query = listQuery(payoutList, sent)
  expect(query).toEqual({ status: 'processing', ids: 'pout_1,pout_2' })
  expect(readList(payoutList, query, reader).filters).toMatchObject({ ids: ['pout_1', 'pout_2'] })
  expect(listQuery(payoutList, { ...sent, all: '1' })).toEqual({ status: 'processing' })
})

it('draws a box for each row, and a bar that offers all rows only where there are more', () => {
  const row = {
    id: 'pout_NfLw3gQ81xRt0a',
    amount: 100,
    currency: 'INR',
    status: 'processed',
    created_at: 1,
    fees: 0,
    tax: 0,
    mode: 'IMPS',
    purpose: 'payout',
    fund_account: null,
    notes: {},
  }
  const draw = {
    ...reader,
    query: {},
    ignored: {},
    readable: true,
    mode: 'test' as const,
    account: 'acc_1',
    may: () => true,
  }
  // As above.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const look: ListLook<any, any> = payoutList
  const boxed = {
    ...look,
    table: (rows: { id: string }[], _: unknown, kit: TableKit) => <Boxes rows={rows} kit={kit} />,
  }
  const textOf = (total: number) =>
    renderToStaticMarkup(
      <ListBody list={boxed} page={{ ...page, items: [row], total }} draw={draw} size={25} problems={[]} />,
    )
  expect(textOf(1)).toContain('value="pout_NfLw3gQ81xRt0a"')
  expect(textOf(1)).not.toContain('name="all"')
  expect(textOf(1200)).toContain('All 1,200 that match')
})

function Boxes({ rows, kit }: { rows: { id: string }[]; kit: TableKit }) {
  const columns = [{ key: 'id', header: 'Payout', cell: ({ id }: { id: string }) => id }]
  return <DataTable kit={kit} caption="Payouts" columns={columns} rows={rows} rowKey={({ id }) => id} />
}
