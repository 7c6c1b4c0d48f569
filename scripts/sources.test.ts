import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { isCurrent, stampOf } from './sources.ts'

let folder: string
let paths: string[]
let stamp: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'counterfoil-sources-'))
  paths = ['one.ts', 'two.ts'].map((name) => join(folder, name))
  for (const path of paths) writeFileSync(path, `export const of = '${path}'`)
  stamp = join(folder, 'stamp')
  writeFileSync(stamp, stampOf(paths))
})
afterEach(() => rmSync(folder, { recursive: true }))

const [LATER, LATEST] = [new Date(2e12), new Date(2.1e12)]
const first = () => paths[0] ?? ''

it('is that of the same sources, and of no others', () => {
  expect(isCurrent(stamp, paths)).toBe(true)
  expect(isCurrent(stamp, paths.slice(1))).toBe(false)
  expect(isCurrent(stamp, [...paths, join(folder, 'three.ts')])).toBe(false)
})

it('is that of a fresh checkout, which is read once', () => {
  utimesSync(first(), LATER, LATER)
  const before = readFileSync(stamp, 'utf8')
  expect(isCurrent(stamp, paths)).toBe(true)
  const after = readFileSync(stamp, 'utf8')
  expect(after).not.toBe(before)
  expect(isCurrent(stamp, paths)).toBe(true)
  expect(readFileSync(stamp, 'utf8')).toBe(after)
})

it('is outdated by a change, and by one that leaves the size or the time', () => {
  writeFileSync(first(), readFileSync(first(), 'utf8').toUpperCase())
  utimesSync(first(), LATER, LATER)
  expect(isCurrent(stamp, paths)).toBe(false)
  writeFileSync(stamp, stampOf(paths))
  writeFileSync(first(), 'longer'.repeat(100))
  utimesSync(first(), LATER, LATER)
  expect(isCurrent(stamp, paths)).toBe(false)
})

it('is outdated by a file that is gone, and current again with it', () => {
  const text = readFileSync(first())
  rmSync(first())
  expect(isCurrent(stamp, paths)).toBe(false)
  writeFileSync(first(), text)
  utimesSync(first(), LATEST, LATEST)
  expect(isCurrent(stamp, paths)).toBe(true)
})

it.each(['', 'fe8f631b', '{}', '{"content":1}'])('is unknown by a stamp of another form: %s', (text) => {
  writeFileSync(stamp, text)
  expect(isCurrent(stamp, paths)).toBe(false)
  rmSync(stamp)
  expect(isCurrent(stamp, paths)).toBe(false)
})
