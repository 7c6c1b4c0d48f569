import { z } from 'zod'
import { applySettlements, withLines } from '#lib/domain/gateway-imports/settlements.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import {
  GATEWAY_KINDS,
  type GatewayKind,
  type GatewayPage,
  type GatewayReader,
  type GatewayRecord,
} from '#lib/ports/gateway-records.ts'
import { zoneOf } from '#lib/values/country.ts'
import { startOfDay } from '#lib/values/time.ts'
import { importCustomers } from './customers.ts'
import { type Applied, type ImportRow, lockImport, rejectedRow, shownImport } from './find.ts'
import { importOrders } from './orders.ts'
import { importPayments } from './payments.ts'
import { importRefunds } from './refunds.ts'
import { GatewayImport, OfImport, Progress } from './schema.ts'

/** One job works for so long, in milliseconds; the next one goes on. */
const PORTION_MS = 25_000
/** A process that has written nothing for so long, in seconds, no longer holds the import. */
const TAKEN_SECONDS = 90
/** Seconds until the gateway is asked again after it did not respond. */
const RETRY = 30

/**
 * Imports page after page, each in a transaction that also says how far the import is. A page that was read from where the
 * import is no longer is given up, so that two processes add nothing twice.
 */
export const importGatewayPages = defineOperation({
  name: 'import_gateway_pages',
  title: 'Import pages from a gateway',
  summary: 'Reads the next pages of an import from the gateway and records them, until its time is over.',
  permission: 'business:write',
  http: null,
  effect: 'steps',
  input: OfImport.extend({ portion_ms: z.int().min(0).max(3_600_000).default(PORTION_MS) }),
  output: GatewayImport,
  async run(context, { id, portion_ms }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    const holder = context.requestId
    const taken = await context.transaction((inner) => take(inner, id, holder))
    if (!taken.isTaken) return shownImport(taken.row, context.now)
    const signal = AbortSignal.timeout(portion_ms)
    const problem = await importUntil(context, taken.row, { holder, signal }).catch(problemOf)
    return context.transaction((inner) => release(inner, id, holder, problem))
  },
})

type Taken = { row: ImportRow; isTaken: boolean }

/** Takes the import, if it runs and no other process has it. */
async function take(context: Context, id: string, holder: string): Promise<Taken> {
  const { account, now, rows } = context
  const row = await lockImport(context, id)
  if (row.status !== 'running') return { row, isTaken: false }
  const free = Number(row.held_until) - now
  if (free > 0) {
    // The other one may have been killed: then this goes on.
    context.enqueue('import-gateway', { account_id: account.id, import_id: id }, { after: free + 1 })
    return { row, isTaken: false }
  }
  await rows('UPDATE gateway_imports SET holder = $3, held_until = $4 WHERE account_id = $1 AND id = $2', [
    account.id,
    id,
    holder,
    now + TAKEN_SECONDS,
  ])
  return { row, isTaken: true }
}

/** @returns why it waits; null where only its time is over. @throws what is a fault of this server */
function problemOf(thrown: unknown): string | null {
  if (thrown instanceof Error && (thrown.name === 'TimeoutError' || thrown.name === 'AbortError')) return null
  if (isAppError(thrown) && thrown.reason === 'acquirer_unavailable') return causeOf(thrown)
  throw thrown
}

/** The innermost sentence says what is wrong. None of them has what was sent or received. */
function causeOf(error: Error): string {
  let inner = error
  while (inner.cause instanceof Error && inner.message !== 'The connection failed.') inner = inner.cause
  return inner.message.slice(0, 300)
}

async function release(
  context: Context,
  id: string,
  holder: string,
  problem: string | null,
): Promise<GatewayImport> {
  const { account, rows, now } = context
  const row = await lockImport(context, id)
  if (row.holder !== holder) return shownImport(row, now)
  await rows(
    'UPDATE gateway_imports SET holder = NULL, held_until = 0, problem = $3 WHERE account_id = $1 AND id = $2',
    [account.id, id, row.status === 'running' ? problem : null],
  )
  if (row.status === 'running')
    context.enqueue(
      'import-gateway',
      { account_id: account.id, import_id: id },
      { after: problem === null ? 0 : RETRY },
    )
  return shownImport({ ...row, problem: row.status === 'running' ? problem : null }, now)
}

type Hold = { holder: string; signal: AbortSignal }

/** @returns null when the import is finished, stopped or taken over. @throws acquirer_unavailable, TimeoutError */
async function importUntil(context: Context, begun: ImportRow, hold: Hold): Promise<null> {
  const reader = await context.acquirers.reader(context.account, begun.acquirer_id)
  if (!reader) throw refused('acquirer_not_configured')
  let row: ImportRow | null = await countFirst(context, reader, begun, hold)
  while (row?.status === 'running') row = await importKind(context, reader, row, hold)
  return null
}

const rangeOf = ({ kind, since, until }: ImportRow) => ({
  // A payment may be of a customer who is older.
  ...(since === null || kind === 'customers' ? {} : { from: Number(since) }),
  to: Number(until),
})

/** How many records there are, so that an end can be told. */
async function countFirst(
  context: Context,
  reader: GatewayReader,
  begun: ImportRow,
  { holder, signal }: Hold,
): Promise<ImportRow | null> {
  let row: ImportRow | null = begun
  for (const kind of GATEWAY_KINDS) {
    const progress = Progress.parse(row.progress)
    if (progress[kind].total !== null) continue
    signal.throwIfAborted()
    progress[kind].total = await reader.count(kind, rangeOf({ ...begun, kind }))
    const before: ImportRow = row
    row = await context.transaction((inner) => move(inner, before, holder, { progress }))
    if (row === null) return null
  }
  return row
}

/** @returns the import as it goes on: at the next kind, or null when it is another's */
async function importKind(
  context: Context,
  reader: GatewayReader,
  begun: ImportRow,
  hold: Hold,
): Promise<ImportRow | null> {
  let row: ImportRow | null = begun
  let started = performance.now()
  const kind = begun.kind as GatewayKind
  const pages = reader.pages(kind, { ...rangeOf(begun), skip: begun.skip, signal: hold.signal })
  for await (const page of kind === 'settlements' ? byDay(pages, context) : readAhead(pages)) {
    const applies = await APPLY[kind](context, reader, page as never)
    const before: ImportRow = row
    // What follows counts with the next page.
    const worked = elapsed(started)
    started = performance.now()
    const next: ImportRow | null = await context.transaction(async (inner) => {
      if (!(await isStillAt(inner, before, hold.holder))) return null
      const applied = await applies(inner, { acquirer_id: before.acquirer_id })
      return record(inner, before, hold.holder, page, applied, worked)
    })
    if (next?.status !== 'running') return next
    row = next
    hold.signal.throwIfAborted()
  }
  return context.transaction((inner) => toNextKind(inner, row ?? begun, hold.holder))
}

/** Reads the next page while one is recorded. */
async function* readAhead<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]()
  const next = () => {
    const read = iterator.next()
    // Its error is thrown where the page is wanted.
    read.catch(() => undefined)
    return read
  }
  for (let upcoming = next(); ; ) {
    const { value, done } = await upcoming
    if (done) return
    upcoming = next()
    yield value
  }
}

/**
 * Settlements with those of the same day: a part of a page, since all that a day consists of is read with them. Records
 * without a day count at the end of their page, so that a part that was recorded is read again at most.
 */
async function* byDay(
  pages: AsyncIterable<GatewayPage<unknown>>,
  { account }: Context,
): AsyncGenerator<GatewayPage<unknown>> {
  const zone = zoneOf(account.country)
  for await (const { items, rejected, skip } of pages) {
    const settlements = items as GatewayRecord<'settlements'>[]
    const days = [...Map.groupBy(settlements, ({ created_at }) => startOfDay(created_at, zone)).values()]
    let at = skip - items.length - rejected.length
    for (const day of days.slice(0, -1)) {
      at += day.length
      yield { items: day, rejected: [], skip: at }
    }
    yield { items: days.at(-1) ?? [], rejected, skip }
  }
}

type Apply = (context: Context, source: { acquirer_id: string }) => Promise<Applied>
type Appliers = {
  [K in GatewayKind]: (
    context: Context,
    reader: GatewayReader,
    page: GatewayPage<GatewayRecord<K>>,
  ) => Promise<Apply>
}

const APPLY: Appliers = {
  customers:
    async (_, __, { items }) =>
    (inner, source) =>
      importCustomers(inner, source, items),
  orders:
    async (_, __, { items }) =>
    (inner, source) =>
      importOrders(inner, source, items),
  payments:
    async (_, __, { items }) =>
    (inner, source) =>
      importPayments(inner, source, items),
  refunds:
    async (_, __, { items }) =>
    (inner, source) =>
      importRefunds(inner, source, items),
  settlements: async (context, reader, { items }) => {
    const settlements = await withLines(reader, items, context)
    return (inner, source) => applySettlements(inner, source, settlements)
  },
}

/** Locks the account and then the import. @returns whether it is where the page was read from */
async function isStillAt(context: Context, before: ImportRow, holder: string): Promise<boolean> {
  await context.rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [context.account.id])
  const row = await lockImport(context, before.id)
  return (
    row.holder === holder &&
    row.status === 'running' &&
    row.kind === before.kind &&
    Number(row.skip) === Number(before.skip)
  )
}

async function record(
  context: Context,
  before: ImportRow,
  holder: string,
  page: GatewayPage<unknown>,
  applied: Applied,
  worked: number,
): Promise<ImportRow | null> {
  const kind = before.kind as GatewayKind
  const rows = [
    ...applied.rows,
    ...page.rejected.map((one, index) => rejectedRow(one, `${kind}-${page.skip}`, index)),
  ]
  await insertRows(context, before, rows)
  const progress = Progress.parse(before.progress)
  const sums = progress[kind]
  sums.read += page.items.length + page.rejected.length
  sums.added += applied.added
  sums.same += applied.same
  sums.own += applied.own
  sums.left_out += rows.filter(({ outcome }) => outcome !== 'own').length
  return move(context, before, holder, {
    progress,
    skip: page.skip,
    working_ms: Number(before.working_ms) + worked,
    adjustments: before.adjustments + applied.adjustments.length,
    adjusted: Number(before.adjusted) + applied.adjustments.reduce((sum, one) => sum + one, 0),
    problem: null,
  })
}

async function insertRows({ account, now, rows }: Context, { id, kind }: ImportRow, left: Applied['rows']) {
  if (left.length === 0) return
  await rows(
    `INSERT INTO gateway_import_rows (account_id, import_id, kind, record_id, outcome, reason, created_at)
     SELECT $1, $2, $3, row.id, row.outcome, row.reason, $7
     FROM unnest($4::text[], $5::text[], $6::text[]) AS row (id, outcome, reason)
     ON CONFLICT DO NOTHING`,
    [
      account.id,
      id,
      kind,
      left.map(({ record_id }) => record_id),
      left.map(({ outcome }) => outcome),
      left.map(({ reason }) => reason),
      now,
    ],
  )
}

/** The next kind, or the end. @returns null where another process has the import */
async function toNextKind(context: Context, before: ImportRow, holder: string): Promise<ImportRow | null> {
  if (!(await isStillAt(context, before, holder))) return null
  const next = GATEWAY_KINDS[GATEWAY_KINDS.indexOf(before.kind as GatewayKind) + 1]
  if (next) return move(context, before, holder, { kind: next, skip: 0 })
  context.about(before.id)
  context.noteChange({ status: before.status }, { status: 'finished' })
  return move(context, before, holder, { status: 'finished', finished_at: context.now })
}

type Moved = Partial<
  Pick<
    ImportRow,
    | 'kind'
    | 'skip'
    | 'progress'
    | 'working_ms'
    | 'adjustments'
    | 'adjusted'
    | 'problem'
    | 'status'
    | 'finished_at'
  >
>

/** Writes where the import is. @returns null where another process has it, or it was stopped */
async function move(
  { account, now, rows }: Context,
  before: ImportRow,
  holder: string,
  moved: Moved,
): Promise<ImportRow | null> {
  const row = { ...before, ...moved }
  const written = await rows(
    `UPDATE gateway_imports SET kind = $4, skip = $5, progress = $6::jsonb, working_ms = $7, adjustments = $8,
       adjusted = $9, problem = $10, status = $11, finished_at = $12, held_until = $13
     WHERE account_id = $1 AND id = $2 AND holder = $3 AND status = 'running' RETURNING id`,
    [
      account.id,
      before.id,
      holder,
      row.kind,
      row.skip,
      JSON.stringify(row.progress),
      row.working_ms,
      row.adjustments,
      row.adjusted,
      row.problem,
      row.status,
      row.finished_at,
      now + TAKEN_SECONDS,
    ],
  )
  return written.length > 0 ? row : null
}

function elapsed(since: number): number {
  return Math.round(performance.now() - since)
}
