import fc from 'fast-check'
import { expect, it } from 'vitest'
import { changesBetween } from './changes.ts'

const NAMES = ['name', 'notes'] as const
const representation = fc.record({
  name: fc.option(fc.string(), { nil: null }),
  notes: fc.dictionary(fc.string(), fc.string()),
})

it('names what differs, before and after', () => {
  expect(changesBetween(NAMES, { name: 'Asha', notes: {} }, { name: null, notes: { shop: '2' } })).toEqual({
    name: { from: 'Asha', to: null },
    notes: { from: {}, to: { shop: '2' } },
  })
})

it('takes no notes in either spelling, and absent for null, as the same', () => {
  expect(changesBetween(NAMES, { name: null, notes: [] }, { notes: {} })).toEqual({})
})

it('is empty exactly when nothing differs, whatever the order of the notes', () => {
  fc.assert(
    fc.property(representation, representation, (before, after) => {
      const turned = { ...before, notes: Object.fromEntries(Object.entries(before.notes).reverse()) }
      expect(changesBetween(NAMES, before, turned)).toEqual({})
      const changes = changesBetween(NAMES, before, after)
      expect({
        ...before,
        ...Object.fromEntries(NAMES.map((name) => [name, (changes[name] ?? { to: before[name] }).to])),
      }).toEqual(after)
    }),
  )
})
