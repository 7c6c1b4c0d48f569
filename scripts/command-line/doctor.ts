import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { closeDatabase, database } from '#lib/db.ts'
import { loadEnv } from '#lib/env.ts'
import { type Query, queryOn } from '#lib/query.ts'
import { closeRuntime } from '#lib/runtime.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { placeOf } from '#scripts/database-errors.ts'
import { bringUpDatabase, readEnvironment, readSettings } from '#scripts/environment.ts'
import { withConnection } from '#scripts/start-lock.ts'
import { CHECKS, type Finding } from './checks.ts'
import type { Output } from './command.ts'

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
