import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { queryOn } from '#lib/database/query.ts'
import { lastBackup } from '#lib/domain/backups/last.ts'
import { SETTING_NAMES } from '#lib/process/env.ts'
import { folderStorage } from '#lib/storage/folder.ts'
import { addDocument, contentsOf, emptyDatabase, filledDatabase, onDatabase } from '#lib/testing/backups.ts'
import { checkKey } from '#scripts/key-check.ts'

const root = mkdtempSync(join(tmpdir(), 'backup-command-'))
const secretKey = randomBytes(32).toString('base64')
let filled: Awaited<ReturnType<typeof filledDatabase>>
let document = ''
beforeAll(async () => {
  filled = await filledDatabase()
  const data = join(root, 'data')
  document = await addDocument(filled.url, folderStorage(join(data, 'storage')), randomBytes(5000))
  await onDatabase(filled.url, async (client) => {
    await client.query('TRUNCATE instance')
    await checkKey(queryOn(client), secretKey, 'secret.key')
  })
  writeFileSync(join(data, 'secret.key'), `${secretKey}\n`)
  writeFileSync(join(root, 'key'), `# of age\n${identity}\n`)
})
afterAll(async () => {
  await filled.close()
  rmSync(root, { recursive: true })
})
const identity = await generateIdentity()
const recipient = await identityToRecipient(identity)

/** Runs the command line with these settings alone. */
async function run(settings: Record<string, string>, ...args: string[]) {
  const blank = Object.fromEntries(SETTING_NAMES.map((name) => [name, '']))
  const env = { ...process.env, ...blank, ...settings }
  const child = spawn(process.execPath, ['scripts/counterfoil.ts', ...args], { env, stdio: 'pipe' })
  const ended = once(child, 'exit')
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out: out.trim(), err: err.trim(), code: (await ended)[0] as number }
}

it('backs up, verifies and restores, each with a result and an exit code', async () => {
  const here = { DATABASE_URL: filled.url, DATA_DIR: join(root, 'data') }
  const to = join(root, 'backups')
  const made = await run(here, 'backup', '--to', to, '--recipient', recipient, '--keep', '3', '--json')
  expect(made).toMatchObject({ err: '', code: 0 })
  const { id, name, rows, documents, key_included } = JSON.parse(made.out)
  expect(statSync(name).mode & 0o777).toBe(0o600)
  expect(documents).toMatchObject({ count: 1, missing: 0, deleted: 0 })
  expect(key_included).toBe(true)

  const locked = await run(here, 'backup', 'verify', name)
  expect(locked).toEqual({
    out: '',
    err: `The backup ${name} is encrypted. Pass --identity-file, or --passphrase-file.`,
    code: 1,
  })
  const verified = await run(here, 'backup', 'verify', name, '--identity-file', join(root, 'key'), '--json')
  expect(verified.code, verified.out + verified.err).toBe(0)
  expect(JSON.parse(verified.out)).toMatchObject({ ok: true, id, recorded: true })
  const last = await onDatabase(filled.url, (client) => lastBackup(queryOn(client)))
  expect(last?.verified_at).toBeGreaterThan(0)

  const target = await emptyDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: join(root, 'restored') }
  const restore = () => run(there, 'restore', name, '--identity-file', join(root, 'key'), '--json')
  const restored = await restore()
  expect(restored).toMatchObject({ err: '', code: 0 })
  expect(JSON.parse(restored.out)).toMatchObject({ id, rows, documents: 1, migrated: [] })
  expect(readFileSync(join(root, 'restored', 'secret.key'), 'utf8')).toBe(`${secretKey}\n`)
  expect(statSync(join(root, 'restored', 'secret.key')).mode & 0o777).toBe(0o600)
  expect(existsSync(join(root, 'restored', 'storage', document))).toBe(true)
  const contents = await contentsOf(target.url)
  expect(contents.payments).toBe((await contentsOf(filled.url)).payments)

  expect(await restore()).toMatchObject({ out: '', code: 1 })
  expect(await contentsOf(target.url)).toEqual(contents)
  await target.drop()
})

it('in the clear leaves the key out, and is restored with it alone', async () => {
  const here = { DATABASE_URL: filled.url, DATA_DIR: join(root, 'data') }
  const made = await run(here, 'backup', '--to', join(root, 'plain'))
  expect(made.code).toBe(0)
  expect(made.out).toMatch(
    /^Backed up [\d,]+ rows and 1 document to .*\nThe backup does not contain SECRET_KEY \([0-9a-f]{16}\),/,
  )
  const name = /to (.*\.tar) \(/.exec(made.out)?.[1] ?? ''
  const target = await emptyDatabase()
  const there = { DATABASE_URL: target.url, DATA_DIR: join(root, 'without') }
  const without = await run(there, 'restore', name)
  expect(without).toMatchObject({ out: '', code: 1 })
  expect(without.err).toContain('which the backup does not contain')
  // Nothing was made, so that the key can be copied there.
  expect(existsSync(join(root, 'without'))).toBe(false)
  const wrong = await run({ ...there, SECRET_KEY: randomBytes(32).toString('base64') }, 'restore', name)
  expect(wrong.err).toContain('and the key here is ')
  const restored = await run({ ...there, SECRET_KEY: secretKey }, 'restore', name)
  expect(restored).toMatchObject({ err: '', code: 0 })
  expect(restored.out).toMatch(/^Restored [\d,]+ rows and 1 document of \d{4}-\d\d-\d\dT[\d:]+Z into /)
  expect(existsSync(join(root, 'without', 'secret.key'))).toBe(false)
  await target.drop()
})

it('rejects options that mean nothing', async () => {
  const here = { DATABASE_URL: filled.url, DATA_DIR: join(root, 'data') }
  const both = await run(here, 'backup', '--recipient', recipient, '--passphrase-file', join(root, 'key'))
  expect(both.err).toBe('Pass either --recipient or --passphrase-file: a file of age has one or the other.')
  for (const keep of ['0', '1.5'])
    expect((await run(here, 'backup', '--keep', keep)).err).toBe('--keep must be a number from 1 to 10000.')
  const two = await run(here, 'restore', 'x', '--identity-file', 'a', '--passphrase-file', 'b')
  expect(two.err).toBe('Pass either --identity-file or --passphrase-file.')
})
