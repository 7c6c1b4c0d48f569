import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { silentAcquirers } from '#lib/acquirer/silent.ts'
import { closeDatabase, database } from '#lib/database/client.ts'
import { type Query, queryOn } from '#lib/database/query.ts'
import { checkInvariants, INVARIANTS } from '#lib/ledger/invariants.ts'
import { JOB_NAMES } from '#lib/ports/jobs.ts'
import { type Env, loadEnv } from '#lib/process/env.ts'
import { closeRuntime, masterKeyOf } from '#lib/runtime.ts'
import { CannotStart, startError } from '#lib/server/cannot-start.ts'
import { placeOf } from '#scripts/database-errors.ts'
import { keyFileOf } from '#scripts/database-ready.ts'
import { bringUpDatabase, readEnvironment, readSettings } from '#scripts/environment.ts'
import { opensData } from '#scripts/key-check.ts'
import { assertCurrent, migrationState } from '#scripts/schema/state.ts'
import { withConnection } from '#scripts/start-lock.ts'
import type { Output } from './command.ts'

type Finding = { name: string; ok: boolean; detail: string }

/** The checks of `doctor` once the database responds, in this order. */
export const CHECKS: ((query: Query, env: Env) => Promise<Finding>)[] = [
  check('Migrations', async (query) => {
    assertCurrent(await migrationState(query))
    return 'All migrations are applied.'
  }),
  check('Secrets', async (query, env) => {
    const opens = await opensData(query, masterKeyOf(env))
    if (opens === false) throw startError('secret_key_wrong', { path: keyFileOf(env) })
    return opens === null ? 'Nothing is encrypted yet.' : 'SECRET_KEY matches the data.'
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
  check('Acquirer', async (query) => {
    const silent = await silentAcquirers(query, Math.floor(Date.now() / 1000))
    if (silent.length > 0)
      throw new Wrong(
        silent
          .map(({ name, error }) => `${name} has responded to nothing for 10 minutes: ${error}`)
          .join(' '),
      )
    const { rows } = await query<{ name: string | null }>(
      `SELECT acquirer.name FROM accounts account
       LEFT JOIN acquirers acquirer ON acquirer.account_id = account.id AND acquirer.state = 'active'
       WHERE account.mode = 'live' AND account.closed_at IS NULL`,
      [],
    )
    const without = rows.filter(({ name }) => name === null).length
    const accounts = without === 1 ? '1 account of live mode has' : `${without} accounts of live mode have`
    return without === 0
      ? 'Every account of live mode has one.'
      : `${accounts} none, so its payments do not work. An owner or admin adds one under Settings, Acquirer.`
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
]

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
 * `doctor`: checks everything and repairs nothing. An embedded database that is not running is started for that time.
 * Each finding is independent, so that one problem does not hide another.
 */
export async function examine(): Promise<Output> {
  const settings = examineSettings()
  return outputOf(settings.ok ? [settings, ...(await examineDatabase())] : [settings])
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

async function examineDatabase(): Promise<Finding[]> {
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
    const findings: Finding[] = [
      { name, ok: true, detail: `PostgreSQL ${version} is running at ${placeOf(opened.url)}.` },
    ]
    for (const check of CHECKS) findings.push(await check(query, env))
    return findings
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
    ({ name, ok, detail }) => `${ok ? 'ok   ' : 'WRONG'}  ${name.padEnd(width)}  ${detail}`,
  )
  const wrong = findings.filter(({ ok }) => !ok).length
  const sum = wrong === 0 ? 'No problems found.' : `${wrong} of ${findings.length} checks failed.`
  return {
    json: { ok: wrong === 0, checks: findings },
    text: [...lines, '', sum].join('\n'),
    failed: wrong > 0,
  }
}
