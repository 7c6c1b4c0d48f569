import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, database } from '#lib/database/client.ts'
import { type Query, queryOn } from '#lib/database/query.ts'
import { archiveRange, archiveStatus } from '#lib/database/wal-archive.ts'
import { lastBackup } from '#lib/domain/backups/last.ts'
import { checkInvariants, INVARIANTS } from '#lib/ledger/invariants.ts'
import { JOB_NAMES } from '#lib/ports/jobs.ts'
import { type Env, loadEnv, masterKeyOf } from '#lib/process/env.ts'
import { closeRuntime } from '#lib/runtime.ts'
import { CannotStart, startError } from '#lib/server/cannot-start.ts'
import { countText } from '#lib/values/number-text.ts'
import { placeOf } from '#scripts/database-errors.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { bringUpDatabase, readEnvironment, readSettings } from '#scripts/environment.ts'
import { opensData } from '#scripts/key-check.ts'
import { assertWithheld } from '#scripts/schema/privileges.ts'
import { assertCurrent, migrationState } from '#scripts/schema/state.ts'
import { rotationUnderWay } from '#scripts/secret-key/state.ts'
import { withConnection } from '#scripts/start-lock.ts'
import type { Output, Values } from './command.ts'
import { examineAcquirers } from './doctor-acquirers.ts'
import { REPAIRS } from './repairs.ts'

/** `repaired` says what `--fix` changed, before the check was made again. */
export type Finding = { name: string; ok: boolean; detail: string; repaired?: string }

/** The checks of `doctor` once the database responds, in this order. */
export const CHECKS: ((query: Query, env: Env) => Promise<Finding>)[] = [
  check('Migrations', async (query) => {
    assertCurrent(await migrationState(query))
    return 'All migrations are applied.'
  }),
  check('Privileges', async (query) => {
    await assertWithheld(query)
    return 'The ledger, the events and the audit log can only be added to.'
  }),
  check('Secrets', async (query, env) => {
    const opens = await opensData(query, masterKeyOf(env))
    if (opens === false) throw startError('secret_key_wrong', { path: keyFileOf(env) })
    if (opens === null) return 'Nothing is encrypted yet.'
    const matches = 'SECRET_KEY matches the data.'
    return (await rotationUnderWay(query)) === null
      ? matches
      : `${matches} It is being changed: \`secret status\` says what is left to do.`
  }),
  check('Queue', async (query) => {
    const { rows } = await query('SELECT name FROM pgboss.queue', [])
    const present = new Set(rows.map(({ name }) => name))
    const absent = JOB_NAMES.filter((name) => !present.has(name))
    if (absent.length > 0)
      throw new Wrong(`Missing: ${absent.join(', ')}. Run \`npm run counterfoil -- migrate\`.`)
    return `All ${JOB_NAMES.length} queues exist.`
  }),
  check('Ledger', async (query) => {
    const violations = await checkInvariants(query)
    const lines = violations.map(
      ({ name, rows }) => `Violated: ${name} The first of ${rows.length}: ${JSON.stringify(rows[0])}.`,
    )
    if (lines.length > 0) throw new Wrong(lines.join(' '))
    return `All ${INVARIANTS.length} rules hold.`
  }),
  check('Bank calls', async (query) => {
    const { rows } = await query(
      `SELECT id, kind, payment_id FROM bank_operations WHERE state = 'reserved' AND created_at < $1 ORDER BY created_at LIMIT 20`,
      [Math.floor(Date.now() / 1000) - SETTLED_WITHIN],
    )
    const list = rows.slice(0, 3).map(({ id, kind, payment_id }) => `${kind} ${id} of ${payment_id}`)
    if (rows.length > 0) {
      throw new Wrong(
        `${rows.length === 20 ? 'At least 20' : rows.length} with an unknown outcome for over 10 minutes: ${list.join(', ')}.` +
          'A running worker asks the bank about them. Check its log for errors.',
      )
    }
    return 'None has an unknown outcome for long.'
  }),
  check('Acquirer', async (query, env) => {
    const { wrong, detail } = await examineAcquirers(query, env)
    if (wrong.length > 0) throw new Wrong(wrong.join(' '))
    return detail
  }),
  check('Jobs', async (query) => {
    const { rows } = await query(
      `SELECT name, count(*)::int AS count, max(output->>'message') AS message FROM pgboss.job WHERE state = 'failed' GROUP BY name`,
      [],
    )
    const list = rows.map(({ name, count, message }) => `${count} of ${name} (${message ?? 'no message'})`)
    if (list.length > 0)
      throw new Wrong(`Failed after all retries: ${list.join(', ')}. See the worker's log.`)
    return 'None has failed permanently.'
  }),
  check('Backups', async (query) => {
    const last = await lastBackup(query)
    if (last === null) return '`backup` has made none yet.'
    const hours = Math.floor((Date.now() / 1000 - last.started_at) / 3600)
    const age = `The last backup is ${countText(hours, 'hour', 'hours')} old`
    if (hours >= BACKUP_HOURS) throw new Wrong(`${age}. Run \`backup\`, or check the timer that runs it.`)
    return `${age}, in ${last.place}.`
  }),
  check('Archive', async (query, env) => {
    const { isOn, problems } = await archiveStatus(query, env.WAL_ARCHIVE)
    if (problems.length > 0) throw new Wrong(problems.join(' '))
    if (!isOn) return 'The log is not archived, so a restore goes back to a backup.'
    if (env.WAL_ARCHIVE === undefined) return 'PostgreSQL archives its log.'
    const range = await archiveRange(env.WAL_ARCHIVE)
    return range === null
      ? `The first base backup in ${env.WAL_ARCHIVE} is not finished yet.`
      : `${env.WAL_ARCHIVE} can be restored to any time ${rangeText(range)}.`
  }),
]

/** "from 2026-11-28T02:30:00Z to 2026-11-29T14:23:01Z" */
function rangeText({ from, to }: { from: number; to: number }): string {
  const text = (at: number) => new Date(Math.ceil(at) * 1000).toISOString().replace(/\.\d+/, '')
  return `from ${text(from)} to ${text(to)}`
}

/** Backups are made every day: one may fail before it is noticed here. */
const BACKUP_HOURS = 48

/** A bank call is settled by the worker within a minute or two; ten are too many. In seconds. */
const SETTLED_WITHIN = 600

/** The error, and the fix. */
class Wrong extends CannotStart {}

function check(
  name: string,
  look: (query: Query, env: Env) => Promise<string>,
): (query: Query, env: Env) => Promise<Finding> {
  return async (query, env) => {
    try {
      return { name, ok: true, detail: await look(query, env) }
    } catch (error) {
      if (error instanceof CannotStart) return { name, ok: false, detail: error.message }
      return {
        name,
        ok: false,
        detail: `This could not be checked: ${error instanceof Error ? error.message : error}`,
      }
    }
  }
}

/**
 * `doctor`: checks everything, and repairs nothing without `--fix`. An embedded database that is not running is started for
 * that time. Each finding is independent, so that one problem does not hide another.
 */
export async function examine(values: Values): Promise<Output> {
  const settings = examineSettings()
  const isFixing = values.fix === true
  return outputOf(settings.ok ? [settings, ...(await examineDatabase(isFixing))] : [settings])
}

/**
 * The findings of all checks. What is wrong and can be repaired safely is repaired where asked for, and checked again:
 * never a record, a posting or a job, whose right state only people know.
 */
export async function findingsOf(
  query: Query,
  { env, url, isFixing }: { env: Env; url: string; isFixing: boolean },
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const check of CHECKS) {
    const found = await check(query, env)
    const repair = found.ok || !isFixing ? undefined : REPAIRS[found.name]
    const repaired = await repair?.(query, url).catch((error: unknown) => {
      if (error instanceof CannotStart) return null
      throw error
    })
    findings.push(repaired ? { ...(await check(query, env)), repaired } : found)
  }
  return findings
}

function examineSettings(): Finding {
  const name = 'Settings'
  try {
    readSettings()
    return { name, ok: true, detail: 'All settings are valid.' }
  } catch (error) {
    if (error instanceof CannotStart) return { name, ok: false, detail: error.message.replaceAll('\n', ' ') }
    throw error
  }
}

async function examineDatabase(isFixing: boolean): Promise<Finding[]> {
  const name = 'Database'
  const { DATA_DIR, DATABASE_URL } = loadEnv()
  if (!DATABASE_URL && !existsSync(join(DATA_DIR, 'postgres.json'))) {
    const advice = 'Start once with `npm start`, or set DATA_DIR or DATABASE_URL.'
    return [{ name, ok: false, detail: `There is no database in ${DATA_DIR} yet. ${advice}` }]
  }
  process.env.LOG_LEVEL = 'silent'
  let stop = async () => {}
  try {
    const env = readEnvironment()
    const opened = await bringUpDatabase(env, { join: true })
    stop = opened.stop
    const version = await withConnection(opened.url, versionOf)
    const query = queryOn(database().pool)
    return [
      { name, ok: true, detail: `PostgreSQL ${version} is running at ${placeOf(opened.url)}.` },
      ...(await findingsOf(query, { env, url: opened.url, isFixing })),
    ]
  } catch (error) {
    if (error instanceof CannotStart) return [{ name, ok: false, detail: error.message }]
    throw error
  } finally {
    await closeRuntime()
    await closeDatabase()
    await stop()
  }
}

async function versionOf(query: Query): Promise<string> {
  const { rows } = await query(`SELECT current_setting('server_version') AS version`, [])
  return String(rows[0]?.version)
}

/** Lines for people, with errors marked; one object for scripts. */
export function outputOf(findings: Finding[]): Output {
  const width = Math.max(...findings.map(({ name }) => name.length))
  const lines = findings.map(
    ({ name, ok, detail, repaired }) =>
      `${ok ? 'ok   ' : 'WRONG'}  ${name.padEnd(width)}  ${repaired ? `${repaired} ` : ''}${detail}`,
  )
  const wrong = findings.filter(({ ok }) => !ok).length
  const sum = wrong === 0 ? 'No problems found.' : `${wrong} of ${findings.length} checks failed.`
  return {
    json: { ok: wrong === 0, checks: findings },
    text: [...lines, '', sum].join('\n'),
    failed: wrong > 0,
  }
}
