import { expect, it } from 'vitest'
import { MAX_SELECTED, selectionAfter } from './stored-selection.ts'

const row = (id: string, selected = true) => ({ id, selected })

it('keeps the rows of other pages, with the page on which each was selected', () => {
  const first = selectionAfter(new Map(), [row('a'), row('b', false), row('c')], 'first').selected
  const both = selectionAfter(first, [row('d')], 'second').selected
  expect([...both]).toEqual([
    ['a', 'first'],
    ['c', 'first'],
    ['d', 'second'],
  ])
  // A row that new ones have moved to another page stays selected, and one that is no longer selected goes.
  const again = selectionAfter(both, [row('c'), row('d', false), row('e')], 'third').selected
  expect([...again]).toEqual([
    ['a', 'first'],
    ['c', 'first'],
    ['e', 'third'],
  ])
})

it('takes no more rows than can be selected, and gives none up for another', () => {
  const many = new Map(Array.from({ length: MAX_SELECTED - 2 }, (_, at) => [`row${at}`, 'first'] as const))
  const { selected, full } = selectionAfter(many, [row('x'), row('y'), row('z')], 'second')
  expect([selected.size, selected.has('y'), selected.has('z'), full]).toEqual([
    MAX_SELECTED,
    true,
    false,
    true,
  ])
  const same = selectionAfter(selected, [row('z'), row('x'), row('y')], 'second')
  expect([same.selected.has('x'), same.selected.has('y'), same.selected.has('z'), same.full]).toEqual([
    true,
    true,
    false,
    true,
  ])
  expect(selectionAfter(selected, [row('x', false), row('z')], 'second').full).toBe(false)
})
