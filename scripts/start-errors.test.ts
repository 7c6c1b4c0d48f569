import { spawnSync } from 'node:child_process'
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { NOT_GENERATED, nodeTooOld } from '#bin/node-version.mjs'
import { START_ERRORS, sentence } from '#lib/process/start-errors.ts'

/** The rows of the table in the operations document. */
function documented(): string[] {
  const document = readFileSync('docs/operations.md', 'utf8')
  const section = /^## What stops a start\n(.*?)^#/ms.exec(document)?.[1] ?? ''
  return section.split('\n').filter((line) => /^\| (?!When |---)/.test(line))
}

test('the operations document lists every error that stops a start, in the same order', () => {
  expect(documented()).toEqual(Object.values(START_ERRORS).map(({ when, says }) => `| ${when} | ${says} |`))
})

test('every error of the list is used, and nothing in a start has a sentence of its own', () => {
  const files = globSync(['{lib,scripts}/**/*.ts', 'bin/*.mjs'], {
    exclude: ['lib/process/start-errors.ts', '**/*.test.ts'],
  })
  const source = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  for (const name of Object.keys(START_ERRORS)) expect(source, name).toContain(`'${name}'`)

  const start = globSync([
    'scripts/{server,serve,database,migrate,environment,worker,build}.ts',
    'scripts/postgres/*.ts',
  ])
  const own = start.filter((file) => /new CannotStart\((?!`\$\{sentence)/.test(readFileSync(file, 'utf8')))
  expect(own).toEqual([])
})

test('sentences are filled in, and no full stop is doubled', () => {
  expect(sentence('port_in_use', { port: 3000 })).toBe(
    'Port 3000 is in use. Stop the process that uses it, or set PORT to another port.',
  )
  expect(sentence('database_does_not_start', { reason: 'no space.', log: 'postgres.log' })).toBe(
    'PostgreSQL does not start: no space. See its log: postgres.log.',
  )
})

test('every message names the error and the fix in one or two sentences', () => {
  for (const { says } of Object.values(START_ERRORS)) {
    expect(says).toMatch(/[.?]$/)
    expect(says.length).toBeLessThan(220)
  }
})

test('an installation without scripts gets the sentence of the list', () => {
  expect(NOT_GENERATED).toBe(sentence('not_generated', {}))
  const folder = mkdtempSync(join(tmpdir(), 'start-'))
  for (const file of ['scripts/start.mjs', 'bin/node-version.mjs']) cpSync(file, join(folder, file))
  const { status, stdout, stderr } = spawnSync(process.execPath, ['scripts/start.mjs'], {
    cwd: folder,
    encoding: 'utf8',
  })
  rmSync(folder, { recursive: true })
  expect([status, stdout, stderr]).toEqual([1, '', `${NOT_GENERATED}\n`])
})

test('an old Node gets the sentence of the list', () => {
  expect(nodeTooOld('20.20.2')).toBe(sentence('node_too_old', { version: '20.20.2' }))
  expect(nodeTooOld('22.18.0')).toBe(sentence('node_too_old', { version: '22.18.0' }))
  for (const version of ['22.19.0', '23.0.0', '24.21.0']) expect(nodeTooOld(version)).toBeUndefined()
})
