import { expect, it } from 'vitest'
import { propertiesOf } from './form.ts'

it('an argument of an action is taken apart only when it is an object', () => {
  expect(propertiesOf({ a: 1 })).toEqual({ a: 1 })
  for (const sent of ['['.repeat(500_000), ['x'], null, undefined, 7, () => 1])
    expect(propertiesOf(sent as unknown as object)).toEqual({})
})
