import { existsSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { takeLock } from './lock.ts'
import { processIdentity } from './processes.ts'

const path = () => join(mkdtempSync(join(tmpdir(), 'lock-')), 'lock')

test('a lock is held until it is released', () => {
  const file = path()
  const lock = takeLock(file)
  expect(existsSync(file)).toBe(true)
  if ('release' in lock) lock.release()
  expect(existsSync(file)).toBe(false)
})

test('it is not taken twice by the same process', () => {
  const file = path()
  takeLock(file)
  expect(takeLock(file)).toEqual({ lockedBy: process.pid })
})

test('a living process is named as the holder', () => {
  const file = path()
  writeFileSync(file, JSON.stringify({ pid: process.ppid, identity: processIdentity(process.ppid) }))
  expect(takeLock(file)).toEqual({ lockedBy: process.ppid })
})

test.each([
  ['of a process that is gone', JSON.stringify({ pid: 2 ** 22 + 1, identity: 'started 1' })],
  ['whose number another process has now', JSON.stringify({ pid: process.ppid, identity: 'started 1' })],
  ['that was half-written', '{"pid":'],
])('a lock %s is taken over', (_, content) => {
  const file = path()
  writeFileSync(file, content)
  expect(takeLock(file)).toHaveProperty('release')
})
