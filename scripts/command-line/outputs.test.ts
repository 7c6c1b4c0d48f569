import { expect, test } from 'vitest'
import { explainConnectionError, placeOf } from '#scripts/database-errors.ts'
import { compareMigrations } from '#scripts/schema/state.ts'
import { outputOf } from './doctor.ts'
import { endOf, keyScopesOf } from './keys.ts'

test('the doctor fails when one finding does, and says how many', () => {
  const fine = { name: 'Settings', ok: true, detail: 'All settings are valid.' }
  const wrong = { name: 'Jobs', ok: false, detail: 'Given up.' }
  expect(outputOf([fine])).toEqual({
    json: { ok: true, checks: [fine] },
    text: 'ok     Settings  All settings are valid.\n\nNo problems found.',
    failed: false,
  })
  expect(outputOf([fine, wrong])).toMatchObject({ json: { ok: false }, failed: true })
  expect(outputOf([fine, wrong]).text).toContain('WRONG  Jobs      Given up.\n\n1 of 2 checks failed.')
})

test('scopes are a list without gaps', () => {
  expect(keyScopesOf(undefined)).toEqual([])
  expect(keyScopesOf('orders:read, payments:read')).toEqual(['orders:read', 'payments:read'])
  expect(() => keyScopesOf('')).toThrow('--scopes must be a list')
  expect(() => keyScopesOf('orders:read,')).toThrow('--scopes must be a list')
})

test('a key ends after some days, with a day, or never', () => {
  const now = Date.UTC(2026, 10, 22) / 1000
  expect(endOf(undefined, now)).toBeNull()
  expect(endOf('90d', now)).toBe(now + 90 * 86_400)
  expect(endOf('2026-12-31', now)).toBe(Date.UTC(2026, 11, 31, 23, 59, 59) / 1000)
  for (const wrong of ['soon', '90', '2026-13-01', '31.12.2026'])
    expect(() => endOf(wrong, now)).toThrow('--expires must be')
})

test('migrations are missing, changed or ended half-way', () => {
  const committed = [
    { name: '1_first', checksum: 'a' },
    { name: '2_second', checksum: 'b' },
    { name: '3_third', checksum: 'c' },
  ]
  const row = (name: string, checksum: string, finished = true) => ({ name, checksum, finished })
  expect(
    compareMigrations(committed, [row('1_first', 'a'), row('2_second', 'b'), row('3_third', 'c')]),
  ).toEqual({
    current: true,
    missing: [],
    changed: [],
    unfinished: [],
    unknown: [],
    early: false,
  })
  expect(compareMigrations(committed, [row('1_first', 'x'), row('2_second', 'b', false)])).toEqual({
    current: false,
    missing: ['2_second', '3_third'],
    changed: ['1_first'],
    unfinished: ['2_second'],
    unknown: [],
    early: false,
  })
  expect(
    compareMigrations(committed, [row('1_first', 'a'), row('4_fourth', 'd'), row('5_fifth', 'e')]),
  ).toMatchObject({ current: false, unknown: ['4_fourth', '5_fifth'], early: false })
  expect(compareMigrations(committed, [row('0_before', 'd')])).toMatchObject({
    current: false,
    unknown: ['0_before'],
    early: true,
  })
})

test('a database is named without its password', () => {
  const url = 'postgresql://somebody:secret@db.example.net:6432/desk?sslmode=require'
  expect(placeOf(url)).toBe('db.example.net:6432/desk')
  const refused = new Error('connect ECONNREFUSED 127.0.0.1:6432')
  const error = Object.assign(new AggregateError([refused]), { code: 'ECONNREFUSED' })
  expect(explainConnectionError(error, url)).toMatchObject({
    message:
      'The database at db.example.net:6432/desk cannot be reached: connect ECONNREFUSED 127.0.0.1:6432. Start it, or correct DATABASE_URL.',
  })
})
