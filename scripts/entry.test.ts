import { execFileSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { builtEntries, currentEntries, ENTRIES, entriesStamp } from './entry.ts'
import { buildEntries } from './entry-build.ts'

/** Inside this folder, as every build is: the entries find packages above them. */
let folder: string
beforeAll(async () => {
  mkdirSync('.test', { recursive: true })
  folder = mkdtempSync('.test/entries-')
  await buildEntries(folder)
}, 600_000)
afterAll(() => rmSync(folder, { recursive: true }))

const path = (name: string) => join(folder, currentEntries(folder)?.folder ?? '', name)

it('runs as it was built', () => {
  for (const name of ENTRIES) expect(existsSync(path(`${name}.mjs`)), name).toBe(true)
  const help = (file: string) => execFileSync(process.execPath, [file, 'help'], { encoding: 'utf8' })
  expect(help(path('counterfoil.mjs'))).toBe(help('scripts/counterfoil.ts'))
})

it('holds our code and the routes before Next, and no package of which there must be one', () => {
  const { sources = [] } = currentEntries(folder) ?? {}
  for (const source of [
    'app/mcp/route.ts',
    'lib/surfaces/api-routes.ts',
    'scripts/worker.ts',
    'package-lock.json',
  ])
    expect(sources).toContain(source)
  const parts = globSync(path('*.mjs')).map((file) => readFileSync(file, 'utf8'))
  expect(parts.length).toBeGreaterThan(20)
  const bundled = parts.flatMap((text) => [...text.matchAll(/^\/\/ node_modules\/((?:@[^/]+\/)?[^/]+)/gm)])
  const packages = new Set(bundled.map(([, name]) => name))
  expect(packages.size).toBeGreaterThan(20)
  for (const name of ['pg', 'next', '@prisma/client', 'oidc-provider', 'pino'])
    expect(packages).not.toContain(name)
})

it('is outdated without its stamp, and leaves the build before to the server that runs from it', async () => {
  const first = builtEntries(folder)?.folder ?? ''
  writeFileSync(entriesStamp(folder), '')
  expect(currentEntries(folder)).toBeUndefined()
  await buildEntries(folder)
  const second = currentEntries(folder)?.folder ?? ''
  expect(existsSync(join(folder, first)) && existsSync(join(folder, second))).toBe(true)
  await buildEntries(folder)
  expect(existsSync(join(folder, first))).toBe(false)
  expect(existsSync(join(folder, second))).toBe(true)
})

it('keeps a call for its error alone', () => {
  const parts = globSync(path('*.mjs')).map((file) => readFileSync(file, 'utf8'))
  const [router = ''] = parts.filter((text) => text.includes('function decodes('))
  expect(router).toMatch(/function decodes\(part\) \{\s+try \{\s+decodeURIComponent\(part\);/)
})
