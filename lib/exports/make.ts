import { requesterActor } from '#lib/auth/requester.ts'
import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import {
  claimExport,
  EXPORT_ATTEMPTS,
  failExport,
  finishExport,
  GIVEN_UP,
  LEASE,
  NO_ACCESS,
} from '#lib/domain/exports/finish.ts'
import { type ExportedList, exportOperationOf } from '#lib/domain/exports/lists.ts'
import type { ExportFormat } from '#lib/domain/exports/schema.ts'
import { type CsvColumn, exportName, fileText, filterLine, headTime, writerOf } from '#lib/exports/file.ts'
import { cursorOf, EXPORT_COLUMNS } from '#lib/exports/lists.ts'
import type { export_schedules, scheduled_exports } from '#lib/generated/prisma/client.ts'
import { isAppError, refused } from '#lib/pipeline/errors.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { type Actor, permissionLacking, type Runtime } from '#lib/pipeline/operation.ts'
import { exportKey } from '#lib/ports/storage.ts'
import { log } from '#lib/process/log.ts'
import { newId } from '#lib/values/id.ts'
import { randomText } from '#lib/values/random-text.ts'

type Row = Record<string, unknown>
type Wanted = Columns<scheduled_exports, 'due_at' | 'from_at' | 'to_at'> &
  Columns<export_schedules, 'user_id' | 'list' | 'query' | 'filters' | 'columns' | 'format' | 'head' | 'zone'>

/**
 * Makes the file of a scheduled export as the person who saved the schedule, and mails the links. Safe to repeat after a
 * kill, and by several processes: each writes an object of its own, and the first one that is whole is recorded.
 * @throws a fault of the server, for the job to be repeated; after the last attempt the export fails instead
 */
export async function makeScheduledExport(runtime: Runtime, accountId: string, id: string): Promise<void> {
  const system = await systemActor(runtime.query, accountId, 'make-export')
  const meta = { requestId: newId('request', runtime.clock()) }
  const { claimed, attempt } = (await execute(runtime, claimExport, system, { id }, meta)).value
  const fail = (problem: string, pauses: boolean) =>
    execute(runtime, failExport, system, { id, problem, pauses }, meta)
  const wanted = claimed ? await wantedExport(runtime, accountId, id) : undefined
  if (!wanted) return
  // The process was killed each time.
  if (attempt > EXPORT_ATTEMPTS) {
    await fail(GIVEN_UP, false)
    return
  }
  try {
    const file = await written(runtime, accountId, id, wanted)
    const { finished } = (await execute(runtime, finishExport, system, { id, ...file }, meta)).value
    if (!finished) await runtime.storage.delete(file.object)
  } catch (thrown) {
    if (isAppError(thrown) && thrown.status < 500) await fail(thrown.message, true)
    else if (attempt < EXPORT_ATTEMPTS) {
      await lease(runtime, accountId, id, 0)
      throw thrown
    } else {
      log().error({ err: thrown, export: id }, 'A scheduled export failed after all its attempts.')
      await fail(GIVEN_UP, false)
    }
  }
}

async function wantedExport({ query }: Runtime, accountId: string, id: string): Promise<Wanted | undefined> {
  const { rows } = await query<Wanted>(
    `SELECT file.due_at, file.from_at, file.to_at, schedule.user_id, schedule.list, schedule.query, schedule.filters,
            schedule.columns, schedule.format, schedule.head, schedule.zone
     FROM scheduled_exports file
     JOIN export_schedules schedule ON schedule.account_id = file.account_id AND schedule.id = file.schedule_id
     WHERE file.account_id = $1 AND file.id = $2`,
    [accountId, id],
  )
  return rows[0]
}

/** Streams the file into the storage, a page of rows at a time. */
async function written(runtime: Runtime, accountId: string, id: string, wanted: Wanted) {
  const list = wanted.list as ExportedList
  const operation = exportOperationOf(list)
  const request = { account_id: accountId, actor_kind: 'user', actor_id: wanted.user_id }
  const now = Math.floor(runtime.clock() / 1000)
  const { zone, query: filter } = wanted
  const format = wanted.format as ExportFormat
  const period =
    wanted.from_at === null || wanted.to_at === null
      ? null
      : { from: Number(wanted.from_at), to: Number(wanted.to_at) }
  const filters = { ...(wanted.filters as Row), ...period, count: PAGE }
  const requestId = newId('request', runtime.clock())
  // Read again for each page: a person who loses access gets nothing more.
  const pageAfter = async (last?: Row): Promise<Row[]> => {
    const person = await permitted(runtime, operation, request)
    const input = last === undefined ? filters : { ...filters, after: cursorOf(list, last) }
    const { value } = await execute(runtime, operation, person, input, {
      requestId,
      confirmed: true,
    })
    return (value as { items: Row[] }).items
  }
  const first = await pageAfter()
  const { account } = await permitted(runtime, operation, request)
  const name = exportName({
    list: list.split('/').at(-1) ?? list,
    mode: account.mode,
    filter,
    zone,
    format,
    dates: period ? [period.from, period.to] : [Number(wanted.due_at)],
  })
  await runtime.query('UPDATE scheduled_exports SET name = $3 WHERE account_id = $1 AND id = $2', [
    accountId,
    id,
    name,
  ])
  const head = {
    list: list.split('/').at(-1) ?? list,
    merchant: account.merchant_name,
    mode: account.mode,
    filter: filterLine(filter),
    time_zone: zone,
    ...(period === null ? {} : { from: headTime(period.from, zone), to: headTime(period.to, zone) }),
    exported: headTime(now, zone),
  }
  const known: readonly CsvColumn<Row>[] = EXPORT_COLUMNS[list](zone, account.currency)
  const columns = known.filter(([column]) => wanted.columns.includes(column))
  const writer = writerOf(format, columns, wanted.head ? head : null)
  const counted = { size: 0, row_count: first.length }
  const renewed = { at: performance.now() }
  async function* bytes() {
    const encoder = new TextEncoder()
    const next = async (last: Row) => {
      if (performance.now() - renewed.at > (LEASE * 1000) / 4) {
        renewed.at = performance.now()
        await lease(runtime, accountId, id, Math.floor(runtime.clock() / 1000) + LEASE)
      }
      const items = await pageAfter(last)
      counted.row_count += items.length
      return items
    }
    for await (const text of fileText(writer, first, next)) {
      const chunk = encoder.encode(text)
      counted.size += chunk.length
      yield chunk
    }
  }
  const object = exportKey(accountId, id, randomText(12))
  await runtime.storage.put(object, bytes())
  return { object, ...counted }
}

/** How many rows are read at once. */
const PAGE = 1000

/** The person with their permissions of now. @throws permission_denied */
async function permitted(
  runtime: Runtime,
  operation: ReturnType<typeof exportOperationOf>,
  request: { account_id: string; actor_kind: string; actor_id: string },
): Promise<Actor> {
  const person = await requesterActor(runtime.query, request, Math.floor(runtime.clock() / 1000))
  if (!person || permissionLacking(operation, person) !== undefined)
    throw refused('permission_denied', NO_ACCESS)
  return person
}

async function lease({ query }: Runtime, accountId: string, id: string, until: number): Promise<void> {
  await query(
    `UPDATE scheduled_exports SET leased_until = $3 WHERE account_id = $1 AND id = $2 AND status = 'pending'`,
    [accountId, id, until],
  )
}
