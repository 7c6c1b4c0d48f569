import { expect, it } from 'vitest'
import { givenIn, readNotes } from './given.ts'

it('takes prefilled details and notes, and passes them on', () => {
  const query = {
    'prefill[name]': 'Asha Rao',
    'prefill[email]': ' asha@example.com ',
    'prefill[contact]': '+919876543210',
    'notes[shop_order]': '17',
    'notes[city]': ['Mysuru', '<b>"\'\u202e'],
    robot: '1',
  }
  const { values, search } = givenIn(query)
  expect(values).toMatchObject({ name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' })
  expect(readNotes(values.notes)).toEqual({ shop_order: '17', city: '<b>"\'\u202e' })
  expect(givenIn(Object.fromEntries(search))).toEqual({ values, search })
})

it.each([
  { 'prefill[email]': 'asha' },
  { 'prefill[email]': `${'a'.repeat(60)}@example.com` },
  { 'prefill[contact]': '12' },
  { 'prefill[name]': 'x'.repeat(101) },
  { 'prefill[name]': '4100 2800 0000 1007' },
  { 'prefill[vpa]': 'success@upi' },
  { 'notes[]': 'x' },
  { 'notes[a][b]': 'x' },
  { notes: 'x' },
  { [`notes[${'k'.repeat(257)}]`]: 'x' },
  { 'notes[a]': 'x'.repeat(257) },
  Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`notes[${at}]`, 'x'])),
  Object.fromEntries(Array.from({ length: 15 }, (_, at) => [`notes[${at}]`, '\u0905'.repeat(100)])),
])('leaves out what a payer or a caller could not send: %j', (query) => {
  expect(givenIn(query as Record<string, string>)).toEqual({ values: {}, search: [] })
})

it.each(['', 'x', '[]', '{}', '{"a":{}}', `{"a":"${'x'.repeat(3000)}"}`, null])(
  'reads no notes in %j',
  (text) => {
    expect(readNotes(text)).toBe(null)
  },
)
