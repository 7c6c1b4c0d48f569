import { expect, it } from 'vitest'
import { allOf } from './selection.tsx'

const page = {
  items: [],
  total: 1200,
  counted: true,
  capped: false,
  totals: [],
  tabs: {},
  has_newer: false,
  has_older: true,
  above: 0,
  empty: false,
}
const all = (more: object, searched: string | null = null) =>
  allOf({ noun: 'request', searched: () => searched }, { ...page, ...more }, { grouping: 'indian' })

it('counts every row that matches, and says where they are more than were counted', () => {
  expect(all({})).toEqual({ label: 'All 1,200 that match', text: '1,200 selected' })
  expect(all({ total: 10_000, counted: false })).toEqual({
    label: 'All requests that match',
    text: 'More than 10,000 selected',
  })
  expect(all({ total: 10_000, capped: true })).toEqual({
    label: 'All requests that match',
    text: '10,000 or more selected',
  })
})

it('names the rows that were searched, and that older ones are selected, too', () => {
  const label = 'All requests that match, older ones included'
  expect(all({ total: 37 }, 'the latest 25,000 requests')).toEqual({
    label,
    text: '37 of the latest 25,000 requests selected, and all older ones that match',
  })
  expect(all({ total: 10_000, capped: true }, 'the latest 25,000 requests').text).toBe(
    '10,000 or more of the latest 25,000 requests selected, and all older ones that match',
  )
})
