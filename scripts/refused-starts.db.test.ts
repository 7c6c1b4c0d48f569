import { spawn } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { addressOf, asSuperuser, dropDatabase } from '#lib/testing/database.ts'
import { checkServer } from './start-lock.ts'

// Each start is a process, several of them in a test.
vi.setConfig({ testTimeout: 240_000 })

const role = `test_${randomBytes(6).toString('hex')}`
const database = role
/** Below the ports that systems give to connections, so that no other test has it. */
const unusedPort = String(randomInt(20_000, 30_000))
let [folder, url, place] = ['', '', '']
let server: Server
let port = 0

beforeAll(async () => {
  folder = mkdtempSync(resolve('.test', 'refused-'))
  // Like a data folder: PostgreSQL's account passes through it.
  chmodSync(folder, 0o711)
  const { adminUrl, url: template } = inject('cluster')
  await asSuperuser(adminUrl, `CREATE ROLE ${role} LOGIN PASSWORD 'right'`, `CREATE DATABASE ${database}`)
  const address = new URL(addressOf(template, database))
  Object.assign(address, { username: role, password: 'right' })
  url = address.href
  place = `${address.host}/${database}`
  // Something that listens and is no PostgreSQL.
  server = createServer((socket) => socket.end()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
})

afterAll(async () => {
  server.close()
  await dropDatabase(inject('cluster').adminUrl, database)
  await asSuperuser(inject('cluster').adminUrl, `DROP ROLE ${role}`)
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a program with these settings alone. */
async function run(settings: Record<string, string>, program = ['scripts/start.mjs']) {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const env = {
    ...process.env,
    ...blank,
    PORT: unusedPort,
    BUILD_DIR: '.test/no-build',
    DATA_DIR: folder,
    ...settings,
  }
  const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit')
  // One that starts after all is stopped again.
  const limit = setTimeout(() => child.kill('SIGTERM'), 60_000)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  const [code] = (await ended) as [number]
  clearTimeout(limit)
  return { out, err: err.trimEnd(), code }
}

/** One sentence on standard error, exit code 1, and no stack. */
async function expectRefusal(
  settings: Record<string, string>,
  sentence: string | RegExp,
  program?: string[],
) {
  const { err, code } = await run(settings, program)
  if (typeof sentence === 'string') expect(err).toBe(sentence)
  else expect(err).toMatch(sentence)
  expect(err).not.toMatch(/^\s+at /m)
  expect(err.split('\n')).toHaveLength(1)
  expect(code).toBe(1)
}

const withPassword = (password: string) => Object.assign(new URL(url), { password }).href
const WORKER = ['scripts/worker.ts']
const MIGRATE = ['scripts/migrate.ts']

test('settings: a wrong value, and a misspelt name', async () => {
  await expectRefusal({ PORT: 'abc' }, 'PORT must be an integer from 1 to 65535, not "abc".')
  await expectRefusal({ DATABSE_URL: url }, 'DATABSE_URL is not a setting. Did you mean DATABASE_URL?')
  await expectRefusal(
    { DATABSE_URL: url },
    'DATABSE_URL is not a setting. Did you mean DATABASE_URL?',
    WORKER,
  )
})

test('an archive of the log is for the embedded database, and of one alone', async () => {
  const archive = join(folder, 'archive')
  const sentence =
    'WAL_ARCHIVE is for the embedded database. Unset it, and archive your own PostgreSQL with pgBackRest: see "Point-in-time recovery" in docs/operations.md.'
  for (const program of [undefined, WORKER])
    await expectRefusal({ DATABASE_URL: url, WAL_ARCHIVE: archive }, sentence, program)
  mkdirSync(archive)
  writeFileSync(join(archive, 'archive.json'), '{"archive":"another"}')
  await expectRefusal(
    { WAL_ARCHIVE: archive },
    `WAL_ARCHIVE ${archive} has the archive of another database, such as the one before a restore. Set it to a new folder.`,
    WORKER,
  )
  const file = join(folder, 'no-folder')
  writeFileSync(file, '')
  await expectRefusal(
    { WAL_ARCHIVE: file },
    new RegExp(`^WAL_ARCHIVE ${file} cannot be used: EEXIST.*\\. Set it to a folder that the server and`),
    WORKER,
  )
})

test('the data folder is impossible', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  const reason = 'a file is where a folder should be'
  const advice = 'Set DATA_DIR to a folder that this user can write to.'
  await expectRefusal({ DATA_DIR: file }, `The data folder ${file} cannot be used: ${reason}. ${advice}`)
  const below = join(file, 'data')
  const sentence = `The data folder ${below} cannot be used: ${reason} (${file}). ${advice}`
  for (const program of [undefined, WORKER]) await expectRefusal({ DATA_DIR: below }, sentence, program)
})

test.runIf(process.platform === 'linux')('the data folder cannot be written to', async () => {
  await expectRefusal(
    { DATA_DIR: '/proc/counterfoil' },
    /^The data folder \/proc\/counterfoil cannot be used: (it cannot be created|permission denied)/,
  )
})

test('the kept key is damaged', async () => {
  const DATA_DIR = join(folder, 'damaged')
  mkdirSync(DATA_DIR)
  writeFileSync(join(DATA_DIR, 'secret.key'), 'not a key')
  await expectRefusal(
    { DATA_DIR },
    `${DATA_DIR}/secret.key does not contain 32 random bytes in base64. Restore it from a backup.`,
  )
})

test('the embedded database is of another version, or its passwords are missing', async () => {
  const DATA_DIR = join(folder, 'other')
  mkdirSync(join(DATA_DIR, 'postgres'), { recursive: true })
  writeFileSync(join(DATA_DIR, 'postgres', 'PG_VERSION'), '99\n')
  await expectRefusal(
    { DATA_DIR },
    /^\S+postgres\.json, which holds the passwords of the database in \S+, is missing\./,
  )
  writeFileSync(
    join(DATA_DIR, 'postgres.json'),
    JSON.stringify({ port: 0, superuser_password: 'a', password: 'b', prepared: true }),
  )
  await expectRefusal(
    { DATA_DIR },
    /^The database in \S+ needs PostgreSQL 99, but this version includes PostgreSQL 18\. Start the version/,
  )
})

test('the port is in use, and the address is not of this machine', async () => {
  await expectRefusal(
    { PORT: String(port) },
    `Port ${port} is in use. Stop the process that uses it, or set PORT to another port.`,
  )
  await expectRefusal(
    { HOST: '203.0.113.9' },
    'This machine has no IP address 203.0.113.9. Set HOST to one that it has.',
  )
})

test('the database is unreachable, or is none', async () => {
  const nobody = 'postgresql://me:hunter2@127.0.0.1:1/shop'
  const sentence =
    'The database at 127.0.0.1:1/shop cannot be reached: connect ECONNREFUSED 127.0.0.1:1. Start it, or correct DATABASE_URL.'
  for (const program of [undefined, WORKER, MIGRATE])
    await expectRefusal({ DATABASE_URL: nobody }, sentence, program)
  await expectRefusal(
    { DATABASE_URL: `postgresql://me:hunter2@127.0.0.1:${port}/shop` },
    `The database at 127.0.0.1:${port}/shop cannot be reached: Connection terminated unexpectedly. Start it, or correct DATABASE_URL.`,
  )
})

test('the database rejects the user, or does not exist', async () => {
  await expectRefusal(
    { DATABASE_URL: withPassword('hunter2') },
    `The database at ${place} rejects the user ${role}: password authentication failed for user "${role}". Correct the user and password in DATABASE_URL.`,
  )
  await expectRefusal(
    { DATABASE_URL: withPassword('') },
    /^The database at \S+ rejects the user \S+: SASL: .* Correct the user and password in DATABASE_URL\.$/,
  )
  const elsewhere = addressOf(url, 'elsewhere')
  await expectRefusal(
    { DATABASE_URL: elsewhere },
    `The database elsewhere does not exist at ${new URL(elsewhere).host}/elsewhere. Create it, or correct DATABASE_URL.`,
  )
})

test('the database has no encryption', async () => {
  await expectRefusal(
    { DATABASE_URL: `${url}?sslmode=verify-full` },
    /^The encrypted connection to the database at \S+ failed: The server does not support SSL connections\. /,
  )
})

test('the user of the database lacks privileges, and nothing is left behind', async () => {
  const sentence = `The user ${role} lacks a privilege in the database at ${place}: it may not create tables. Make it the owner of the database.`
  await expectRefusal({ DATABASE_URL: url }, sentence, MIGRATE)
  await expectRefusal({ DATABASE_URL: url }, sentence)
})

test('the database takes no connection, or no writes', async () => {
  const { adminUrl } = inject('cluster')
  await asSuperuser(adminUrl, `ALTER DATABASE ${database} CONNECTION LIMIT 0`)
  await expectRefusal(
    { DATABASE_URL: url },
    `The database at ${place} accepts no connections: too many connections for database "${database}". Try again, or raise its connection limit.`,
  )
  await asSuperuser(
    adminUrl,
    `ALTER DATABASE ${database} CONNECTION LIMIT -1`,
    `ALTER DATABASE ${database} SET default_transaction_read_only = on`,
  )
  await expectRefusal(
    { DATABASE_URL: url },
    `The database at ${place} is read-only. Point DATABASE_URL to the primary.`,
  )
})

test('PostgreSQL is older than 16', async () => {
  const rows = [{ version: '15.9', number: 150_009, read_only: false }]
  const old = queryOn({ query: async () => ({ rows }) })
  await expect(checkServer(old, 'postgresql://db.example.net/shop')).rejects.toThrow(
    'The database at db.example.net/shop is PostgreSQL 15.9. Counterfoil needs PostgreSQL 16 or newer.',
  )
})
