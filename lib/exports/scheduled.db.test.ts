import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '#lib/auth/system-actor.ts'
import { accountExportKey } from '#lib/domain/account-exports/schema.ts'
import { downloadExport } from '#lib/domain/exports/download.ts'
import { fetchExportSchedules, getExportSchedule } from '#lib/domain/exports/fetch.ts'
import { EXPORT_ATTEMPTS, finishExport, GIVEN_UP } from '#lib/domain/exports/finish.ts'
import { queueExport, runExportAgain, sendExportNow } from '#lib/domain/exports/queue.ts'
import {
  createExportSchedule,
  deleteExportSchedule,
  leaveExportSchedule,
  pauseExportSchedule,
  resumeExportSchedule,
  updateExportSchedule,
} from '#lib/domain/exports/schedule.ts'
import { updateNotifications } from '#lib/domain/notifications/choose.ts'
import { makeScheduledExport } from '#lib/exports/make.ts'
import { failLostExports, queueDueExports } from '#lib/exports/queue-due.ts'
import { cleanupStorage } from '#lib/jobs/cleanup-storage.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { type ApprovalInstance, openApprovalInstance, outcomeOf } from '#lib/testing/approvals.ts'
import { ROLES } from '#lib/values/permissions.ts'
import { DAY, HOUR, secondsOf } from '#lib/values/time.ts'

const INDIA = 'Asia/Kolkata'
const DAILY = {
  list: 'orders',
  query: 'status=created',
  filters: { status: ['created'] },
  frequency: 'daily' as const,
  hour: 7,
  format: 'csv' as const,
  head: true,
  columns: ['order_id', 'amount'],
}

let shop: ApprovalInstance
let owner: Actor
let finance: Actor
const query = (sql: string, values: unknown[] = []) => shop.instance.runtime.query(sql, values)

beforeAll(async () => {
  shop = await openApprovalInstance()
  owner = await shop.person('owner')
  finance = await shop.person('finance')
  shop.instance.runtime.storage = folderStorage(mkdtempSync(join(tmpdir(), 'exports-')))
})
afterAll(() => shop.instance.close())
beforeEach(async () => {
  await query('DELETE FROM scheduled_exports')
  await query('DELETE FROM export_schedules')
  await query('DELETE FROM mails')
  shop.instance.jobs.length = 0
})

const run: ApprovalInstance['instance']['run'] = (...given) => shop.instance.run(...given)
const schedule = (more: object = {}, as = owner) =>
  run(createExportSchedule, { ...DAILY, recipients: [as.id], ...more }, undefined, as)
/** Orders of a time, made by SQL. */
async function ordersAt(at: number, amount: number, count = 1) {
  await query(
    `INSERT INTO orders (account_id, id, amount, currency, status, payment_capture, created_at)
     SELECT $1, 'order_' || lpad(to_hex(($2::bigint * 1000 + n) % 4294967296), 14, '0'), $3, 'INR', 'created', true, $2 FROM generate_series(1, $4) n`,
    [owner.account.id, at, amount, count],
  )
}
const files = async () =>
  (await query('SELECT * FROM scheduled_exports ORDER BY due_at, id')).rows as Record<string, unknown>[]
const mails = async () =>
  (await query(`SELECT * FROM mails WHERE kind = 'export' ORDER BY id`)).rows as Record<string, string>[]
/** To the time when a schedule is due, and the work of the workers. */
async function whenDue(id: string) {
  const { next_at } = await run(getExportSchedule, { id }, undefined, owner)
  await shop.instance.pass(Number(next_at) - shop.instance.now())
  const queued = await queueDueExports(shop.instance.runtime)
  await shop.instance.pass(1)
  return queued
}
const contentOf = async (file: Record<string, unknown>) =>
  text(await shop.instance.runtime.storage.get(String(file.object)))
const linkIn = (mail: Record<string, string> | undefined) => {
  const url = new URL(/http\S+\/exports\/files\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const { to = '', expires, signature = '', account } = Object.fromEntries(url.searchParams)
  return { id: url.pathname.split('/').at(-1) ?? '', to, expires: Number(expires), signature, account }
}

describe('a scheduled export', () => {
  it('has exactly the rows of its period, and the next one goes on where it ended', async () => {
    const { id, next_at } = await schedule()
    const due = Number(next_at)
    // In India the day begins at half past six in the evening of UTC.
    const midnight = due - 7 * HOUR
    await ordersAt(midnight - DAY - 1, 101)
    await ordersAt(midnight - DAY, 102)
    await ordersAt(midnight - 1, 103)
    await ordersAt(midnight, 104)
    await ordersAt(midnight + DAY - 1, 105)
    await ordersAt(midnight + DAY, 106)
    expect(await whenDue(id)).toBe(1)
    expect(await whenDue(id)).toBe(1)
    const [first, second] = await files()
    const amounts = async (file: Record<string, unknown> = {}) =>
      (await contentOf(file)).split('\r\n').flatMap((line) => /,(1\.0\d)$/.exec(line)?.[1] ?? [])
    expect(await amounts(first)).toEqual(['1.03', '1.02'])
    expect(await amounts(second)).toEqual(['1.05', '1.04'])
    expect(first?.name).toMatch(/^orders-test-status-created-\d{4}-\d\d-\d\d-asia-kolkata\.csv$/)
    const head = await contentOf(first ?? {})
    expect(head).toContain('filter,status:created\r\ntime_zone,Asia/Kolkata\r\n')
    // The period in the zone of the account, as its days are.
    expect(head).toMatch(
      /from,\d{4}-\d\d-\d\dT00:00:00\+05:30\r\nto,\d{4}-\d\d-\d\dT23:59:59\+05:30\r\nexported,.*\+05:30/,
    )
    expect([Number(first?.row_count), Number(first?.size)]).toEqual([2, Buffer.byteLength(head)])
    const sent = await mails()
    expect(sent.map(({ recipient }) => recipient)).toEqual([owner.name, owner.name])
    await query(`DELETE FROM orders WHERE amount BETWEEN 101 AND 106`)
  })

  it('is queued once for each time by several workers, and mailed once however often its job runs', async () => {
    const { id, next_at } = await schedule({ recipients: [owner.id, finance.id] })
    await shop.instance.pass(Number(next_at) - shop.instance.now())
    const counts = await Promise.all(Array.from({ length: 4 }, () => queueDueExports(shop.instance.runtime)))
    expect(counts.reduce((sum, count) => sum + count)).toBe(1)
    const [file] = await files()
    const account = String(file?.account_id)
    const made = () => makeScheduledExport(shop.instance.runtime, account, String(file?.id))
    await Promise.all([made(), made(), made()])
    await shop.instance.pass(600)
    await made()
    expect(await files()).toMatchObject([{ status: 'ready', schedule_id: id }])
    expect((await mails()).map(({ recipient }) => recipient).sort()).toEqual(
      [owner.name, finance.name].sort(),
    )
  })

  it('is made by another process after a crash, and what the first one left is removed', async () => {
    const { id } = await schedule()
    const { runtime } = shop.instance
    const { storage } = runtime
    const killed = { ...storage, put: () => new Promise<never>(() => undefined) }
    runtime.storage = killed
    const { next_at } = await run(getExportSchedule, { id }, undefined, owner)
    await shop.instance.pass(Number(next_at) - shop.instance.now())
    await queueDueExports(runtime)
    const [file] = await files()
    const job = { account: String(file?.account_id), id: String(file?.id) }
    // It hangs for ever, as a process that was killed.
    void makeScheduledExport(runtime, job.account, job.id)
    await new Promise((resolve) => setTimeout(resolve, 200))
    runtime.storage = storage
    await makeScheduledExport(runtime, job.account, job.id)
    expect(await files()).toMatchObject([{ status: 'pending' }])
    // The lease of the first one ends, and the job that waited for it makes the file.
    await shop.instance.pass(300)
    expect(await files()).toMatchObject([{ status: 'ready' }])
    expect(await mails()).toHaveLength(1)
    await run(
      finishExport,
      { id: job.id, object: 'exports/a/b/c', size: 1, row_count: 1 },
      undefined,
      shop.instance.system,
    )
    expect(await mails()).toHaveLength(1)
  })

  it('makes every file of an outage, each with its period', async () => {
    const { id } = await schedule()
    await shop.instance.pass(3 * DAY)
    expect(await queueDueExports(shop.instance.runtime)).toBe(3)
    const periods = (await files()).map(({ from_at, to_at }) => [Number(from_at), Number(to_at)])
    for (const [at, [from]] of periods.entries())
      if (at > 0) expect(from).toBe((periods[at - 1]?.[1] ?? 0) + 1)
    await shop.instance.pass(100 * DAY)
    expect(await queueDueExports(shop.instance.runtime)).toBeLessThanOrEqual(36)
    expect((await run(getExportSchedule, { id }, undefined, owner)).next_at).toBeGreaterThan(
      shop.instance.now(),
    )
    // The list shows the newest file of each schedule, and a schedule without one has none.
    const { id: unused } = await schedule()
    const { items } = await run(fetchExportSchedules, {}, undefined, owner)
    const newest = Math.max(...(await files()).map(({ due_at }) => Number(due_at)))
    const lastOf = (schedule_id: string) => items.find((item) => item.id === schedule_id)?.last
    expect([Number(lastOf(id)?.due_at), lastOf(unused)]).toEqual([newest, null])
  })

  it('covers the month before across the end of the year', async () => {
    const { id } = await schedule({ frequency: 'monthly', month_day: 28 })
    const from = secondsOf({ year: 2026, month: 12, day: 1, hour: 0, minute: 0, second: 0 }, INDIA)
    await query('UPDATE export_schedules SET next_at = $1', [
      secondsOf({ year: 2027, month: 1, day: 28, hour: 7, minute: 0, second: 0 }, INDIA),
    ])
    await whenDue(id)
    expect((await files()).map((file) => [Number(file.from_at), Number(file.to_at)])).toEqual([
      [from, from + 31 * DAY - 1],
    ])
  })
})

describe('a file that cannot be made', () => {
  const account = () => owner.account.id
  const subjects = async () =>
    (await query(`SELECT recipient, subject, text FROM mails WHERE kind = 'export_failed' ORDER BY id`))
      .rows as Record<string, string>[]
  /** A schedule whose file is due, and a storage that takes nothing. */
  async function dueWithoutStorage() {
    const { id, next_at } = await schedule({ recipients: [finance.id] })
    await shop.instance.pass(Number(next_at) - shop.instance.now())
    await queueDueExports(shop.instance.runtime)
    shop.instance.jobs.length = 0
    const file = String((await files())[0]?.id)
    const { storage } = shop.instance.runtime
    shop.instance.runtime.storage = { ...storage, put: () => Promise.reject(new Error('The disk is full.')) }
    return { id, file, repair: () => Object.assign(shop.instance.runtime, { storage }) }
  }

  it('fails after all its attempts, says what to do, and is told to who saved it and its recipients', async () => {
    const { id, file, repair } = await dueWithoutStorage()
    const attempt = () => makeScheduledExport(shop.instance.runtime, account(), file)
    for (let count = 1; count < EXPORT_ATTEMPTS; count += 1)
      await expect(attempt()).rejects.toThrow('The disk is full.')
    expect(await files()).toMatchObject([{ status: 'pending' }])
    await attempt()
    expect(await files()).toMatchObject([
      { status: 'failed', problem: GIVEN_UP, finished_at: expect.anything() },
    ])
    const lines = await query(`SELECT * FROM audit_lines WHERE action = 'fail_export' AND object_id = $1`, [
      file,
    ])
    expect(lines.rows).toMatchObject([{ details: { problem: GIVEN_UP, paused: false } }])
    expect(await mails()).toEqual([])
    const recipients = await subjects()
    expect(recipients.map(({ recipient }) => recipient).sort()).toEqual([owner.name, finance.name].sort())
    expect(recipients[0]).toMatchObject({
      subject: 'Scheduled export failed: Orders (test mode) · Test Stores',
      text: expect.stringContaining(`/exports/schedules/${id}`),
    })
    // The next one is made as ever.
    repair()
    expect(await run(getExportSchedule, { id }, undefined, owner)).toMatchObject({ paused_at: null })
    await run(sendExportNow, { id }, undefined, owner)
    await shop.instance.pass(1)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([finance.name])
  })

  it('runs again once, with its own period, and says so in the audit log', async () => {
    const { id, file, repair } = await dueWithoutStorage()
    repair()
    const runtime = shop.instance.runtime
    await failLostExports(runtime)
    await ordersAt(Number((await files())[0]?.to_at), 107)
    await shop.instance.pass(3 * DAY)
    const again = (as: Actor) => run(runExportAgain, { id: file }, undefined, as)
    expect(await Promise.all([again(owner), again(owner)])).toMatchObject([
      { id: file, schedule_id: id, status: 'pending', problem: null, finished_at: null },
      { id: file, status: 'pending' },
    ])
    expect(shop.instance.jobs.filter(({ name }) => name === 'make-export')).toHaveLength(1)
    // A job has it.
    await query(`INSERT INTO pgboss.job (name, data) VALUES ('make-export', $1)`, [{ export_id: file }])
    expect(await failLostExports(runtime)).toBe(0)
    await query(`DELETE FROM pgboss.job WHERE data->>'export_id' = $1`, [file])
    await shop.instance.pass(1)
    const [made] = await files()
    expect(made).toMatchObject({ id: file, status: 'ready', problem: null })
    expect(await contentOf(made ?? {})).toContain(',1.07')
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([finance.name])
    // A file that was sent stays as it is.
    expect(await again(owner)).toMatchObject({ status: 'ready' })
    await shop.instance.pass(1)
    expect(await mails()).toHaveLength(1)
    const { rows } = await query(
      `SELECT details FROM audit_lines WHERE action = 'run_export_again' AND object_id = $1 ORDER BY id`,
      [file],
    )
    expect(rows[0]).toMatchObject({
      details: {
        before: { status: 'failed', problem: GIVEN_UP },
        after: { status: 'pending', problem: null },
      },
    })
    await query('DELETE FROM orders WHERE amount = 107')
  })

  it('is run again by who saved the schedule, an owner or an admin', async () => {
    const reasons: Record<string, string | undefined> = {}
    for (const role of ROLES) {
      await query('DELETE FROM scheduled_exports')
      await query('DELETE FROM export_schedules')
      const { file, repair } = await dueWithoutStorage()
      repair()
      await failLostExports(shop.instance.runtime)
      const { reason } = await outcomeOf(
        run(runExportAgain, { id: file }, undefined, await shop.person(role)),
      )
      reasons[role] = reason
    }
    const refusedOf = ['finance', 'support', 'developer', 'viewer'].map((role) => [role, 'permission_denied'])
    expect(reasons).toEqual({ owner: undefined, admin: undefined, ...Object.fromEntries(refusedOf) })
    // Finance may run those that it saved itself.
    const { id } = await schedule({ recipients: [finance.id] }, finance)
    const { id: file } = await run(sendExportNow, { id }, undefined, finance)
    await query(`UPDATE scheduled_exports SET status = 'failed' WHERE id = $1`, [file])
    expect(await run(runExportAgain, { id: file }, undefined, finance)).toMatchObject({ status: 'pending' })
  })

  it('waits for the schedule to be resumed where it would fail again', async () => {
    const { id, file, repair } = await dueWithoutStorage()
    repair()
    await failLostExports(shop.instance.runtime)
    await query(`UPDATE export_schedules SET paused_at = 1, pause_reason = 'No permission.'`)
    const again = () => outcomeOf(run(runExportAgain, { id: file }, undefined, owner))
    expect((await again()).reason).toBe('input_validation_failed')
    await run(resumeExportSchedule, { id }, undefined, owner)
    expect((await again()).value).toMatchObject({ status: 'pending' })
  })

  it('fails when the process is killed each time', async () => {
    const { file, repair } = await dueWithoutStorage()
    await query('UPDATE scheduled_exports SET attempts = $1', [EXPORT_ATTEMPTS])
    repair()
    await makeScheduledExport(shop.instance.runtime, account(), file)
    expect(await files()).toMatchObject([{ status: 'failed', problem: GIVEN_UP }])
  })

  it('fails when the queue has given up its job, and not while a job or a process has it', async () => {
    const { file, repair } = await dueWithoutStorage()
    repair()
    const { runtime } = shop.instance
    await query(`INSERT INTO pgboss.job (name, data, state) VALUES ('make-export', $1, 'retry')`, [
      { account_id: account(), export_id: file },
    ])
    expect(await failLostExports(runtime)).toBe(0)
    await query(`UPDATE pgboss.job SET state = 'failed' WHERE data->>'export_id' = $1`, [file])
    await query('UPDATE scheduled_exports SET leased_until = $1', [shop.instance.now() + 10])
    expect(await failLostExports(runtime)).toBe(0)
    await shop.instance.pass(11)
    expect(await failLostExports(runtime)).toBe(1)
    expect(await files()).toMatchObject([{ status: 'failed', problem: GIVEN_UP }])
    expect(await failLostExports(runtime)).toBe(0)
    expect(await subjects()).toHaveLength(2)
  })

  it('is told once an hour to each person, and not to those who switched it off or cannot export', async () => {
    await run(updateNotifications, { on: ['mention'] }, undefined, finance)
    const support = await shop.person('support')
    const { file, repair } = await dueWithoutStorage()
    repair()
    await query('UPDATE export_schedules SET recipients = recipients || $1', [[support.id]])
    expect(await failLostExports(shop.instance.runtime)).toBe(1)
    expect((await subjects()).map(({ recipient }) => recipient)).toEqual([owner.name])
    await query(`UPDATE scheduled_exports SET status = 'pending' WHERE id = $1`, [file])
    expect(await failLostExports(shop.instance.runtime)).toBe(1)
    expect(await subjects()).toHaveLength(1)
    await run(updateNotifications, { on: ['export_failed'] }, undefined, finance)
  })
})

describe('a person who lost access', () => {
  it('gets no more of it, and others do', async () => {
    const leaver = await shop.person('finance')
    const { id } = await schedule({ recipients: [owner.id, leaver.id] })
    await query('UPDATE users SET disabled_at = 1 WHERE id = $1', [leaver.id])
    await whenDue(id)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.name])
    const shown = await run(getExportSchedule, { id }, undefined, owner)
    expect(shown.recipients.map(({ receives }) => receives)).toEqual([true, false])
  })

  it('ends what they scheduled for all recipients, until another person resumes it', async () => {
    const leaver = await shop.person('finance')
    const { id } = await schedule({ recipients: [owner.id, leaver.id] }, leaver)
    await query(`UPDATE memberships SET role = 'support' WHERE user_id = $1`, [leaver.id])
    await whenDue(id)
    expect(await mails()).toEqual([])
    expect(await files()).toMatchObject([
      { status: 'failed', problem: expect.stringContaining('permission') },
    ])
    const recipients = await query(`SELECT recipient FROM mails WHERE kind = 'export_failed'`)
    expect(recipients.rows).toEqual([{ recipient: owner.name }])
    expect(await run(getExportSchedule, { id }, undefined, owner)).toMatchObject({
      paused_at: expect.any(Number),
      pause_reason: expect.stringContaining('permission'),
    })
    const resumed = await run(resumeExportSchedule, { id }, undefined, owner)
    expect(resumed).toMatchObject({ paused_at: null, pause_reason: null, user_id: owner.id })
    await whenDue(id)
    expect((await mails()).map(({ recipient }) => recipient)).toEqual([owner.name])
  })

  it('cannot download a file that was sent before', async () => {
    const leaver = await shop.person('finance')
    const { id } = await schedule({ recipients: [leaver.id] })
    await whenDue(id)
    const { account: _, ...link } = linkIn((await mails())[0])
    expect(await run(downloadExport, link, undefined, leaver)).toMatchObject({ format: 'csv' })
    const now = { ...leaver, permissions: new Set(['orders:read', 'profile:write'] as const) }
    expect((await outcomeOf(run(downloadExport, link, undefined, now))).reason).toBe('permission_denied')
  })
})

describe('the link', () => {
  it('is of one person, one file and seven days', async () => {
    const { id } = await schedule({ recipients: [owner.id, finance.id] })
    await whenDue(id)
    const sent = await mails()
    const { account, ...link } = linkIn(sent.find(({ recipient }) => recipient === owner.name))
    expect(account).toBe(owner.account.id)
    const got = (input: object, as: Actor) =>
      outcomeOf(run(downloadExport, { ...link, ...input }, undefined, as))
    expect((await got({}, owner)).value).toMatchObject({ id: link.id })
    expect((await got({}, finance)).reason).toBe('permission_denied')
    expect((await got({ to: finance.id }, finance)).reason).toBe('permission_denied')
    expect((await got({ expires: link.expires + 1 }, owner)).reason).toBe('permission_denied')
    const lines = await query(
      `SELECT * FROM audit_lines WHERE action = 'download_export' AND object_id = $1`,
      [link.id],
    )
    expect(lines.rows).toMatchObject([{ actor_id: owner.id, details: { by_link: true } }])
    await shop.instance.pass(7 * DAY)
    expect((await got({}, owner)).reason).toBe('record_not_found')
  })

  it('needs no password in live mode, where the page asks for it', async () => {
    const live = shop.instance.merchant.accounts.live
    const account = (await systemActor(shop.instance.runtime.query, live, 'test')).account
    const person = { ...owner, account }
    expect(
      (await outcomeOf(run(createExportSchedule, { ...DAILY, recipients: [owner.id] }, undefined, person)))
        .reason,
    ).toBe('password_required')
    const { id } = await run(
      createExportSchedule,
      { ...DAILY, recipients: [owner.id] },
      undefined,
      person,
      true,
    )
    await query('UPDATE export_schedules SET next_at = $1', [shop.instance.now()])
    await queueDueExports(shop.instance.runtime)
    await shop.instance.pass(1)
    const { account: _, ...link } = linkIn((await mails())[0])
    expect(await run(downloadExport, link, undefined, person)).toMatchObject({ id: link.id })
    expect((await outcomeOf(run(downloadExport, { id: link.id }, undefined, person))).reason).toBe(
      'password_required',
    )
    expect(await run(downloadExport, { id: link.id }, undefined, person, true)).toMatchObject({ id: link.id })
    expect((await outcomeOf(run(sendExportNow, { id }, undefined, person))).reason).toBe('password_required')
  })

  it('ends with the file, which the worker deletes after seven days and not before', async () => {
    const { id } = await schedule()
    await whenDue(id)
    const [file] = await files()
    const stored = Math.floor(Date.now() / 1000)
    const { storage } = shop.instance.runtime
    const left = `exports/${owner.account.id}/xfl_NfLw3gQ81xRt0a/left`
    await storage.put(left, (async function* () {})())
    const everything = accountExportKey(owner.account.id, 'exp_NfLw3gQ81xRt0a')
    await storage.put(everything, (async function* () {})())
    // The clock of the test is not that of the file system.
    await query('UPDATE scheduled_exports SET expires_at = $1', [stored + 7 * DAY])
    await cleanupStorage(shop.instance.runtime, stored + 2 * DAY)
    expect(await contentOf(file ?? {})).toContain('order_id')
    await expect(storage.get(left)).rejects.toThrow()
    expect(await storage.get(everything)).toBeDefined()
    await cleanupStorage(shop.instance.runtime, stored + 7 * DAY + 1)
    await expect(contentOf(file ?? {})).rejects.toThrow()
  })
})

describe('the schedules of an account', () => {
  it('are changed by who saved them, an owner or an admin', async () => {
    const { id } = await schedule({ recipients: [finance.id] }, finance)
    const other = await shop.person('finance')
    const reason = async (work: Promise<unknown>) => (await outcomeOf(work)).reason
    const { list: _, query: __, filters: ___, ...changes } = { ...DAILY, id, recipients: [owner.id], hour: 9 }
    for (const operation of [pauseExportSchedule, resumeExportSchedule, deleteExportSchedule])
      expect(await reason(run(operation, { id }, undefined, other))).toBe('permission_denied')
    expect(await reason(run(updateExportSchedule, changes, undefined, other))).toBe('permission_denied')
    const support = await shop.person('support')
    expect(await reason(run(getExportSchedule, { id }, undefined, support))).toBe('permission_denied')
    expect(await run(updateExportSchedule, changes, undefined, owner)).toMatchObject({
      hour: 9,
      user_id: owner.id,
      recipients: [{ id: owner.id }],
    })
    await run(pauseExportSchedule, { id }, undefined, owner)
    await shop.instance.pass(2 * DAY)
    expect(await queueDueExports(shop.instance.runtime)).toBe(0)
    await run(deleteExportSchedule, { id }, undefined, owner)
    expect((await run(fetchExportSchedules, {}, undefined, owner)).items).toEqual([])
  })

  it('are not sent to people without permission, nor with filters that the list has not', async () => {
    const support = await shop.person('support')
    const refusedFor = async (more: object) => (await outcomeOf(schedule(more))).reason
    expect(await refusedFor({ recipients: [support.id] })).toBe('input_validation_failed')
    expect(await refusedFor({ filters: { colour: 'red' } })).toBe('input_validation_failed')
    expect(await refusedFor({ list: 'logs' })).toBe('input_validation_failed')
    expect(await refusedFor({ recipients: [] })).toBe('input_validation_failed')
  })

  it('end for a recipient who leaves, and pause without any', async () => {
    const { id } = await schedule({ recipients: [owner.id, finance.id] })
    expect(await run(leaveExportSchedule, { id }, undefined, finance)).toMatchObject({
      recipients: [{ id: owner.id }],
      paused_at: null,
    })
    expect(await run(leaveExportSchedule, { id }, undefined, owner)).toMatchObject({
      pause_reason: expect.any(String),
    })
  })

  it('are 50 at most, and sent at once five times in an hour', async () => {
    const { id } = await schedule()
    await query(
      `INSERT INTO export_schedules SELECT (jsonb_populate_record(schedule, jsonb_build_object('id', 'xsc_' || lpad(n::text, 14, '0')))).*
       FROM export_schedules schedule, generate_series(1, 49) n`,
    )
    expect((await outcomeOf(schedule())).reason).toBe('input_validation_failed')
    for (let count = 0; count < 5; count += 1) await run(sendExportNow, { id }, undefined, owner)
    expect((await outcomeOf(run(sendExportNow, { id }, undefined, owner))).reason).toBe('too_many_requests')
    expect(await files()).toHaveLength(5)
    await query('DELETE FROM export_schedules WHERE id <> $1', [id])
    await run(queueExport, { id }, undefined, shop.instance.system)
    expect(await files()).toHaveLength(5)
  })
})
