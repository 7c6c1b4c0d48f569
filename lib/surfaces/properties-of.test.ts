import { expect, it } from 'vitest'
import { formPropertiesOf } from './form.ts'

it('an argument of an action is taken apart only when it is an object', () => {
  expect(formPropertiesOf({ a: 1 })).toEqual({ a: 1 })
  for (const sent of ['['.repeat(500_000), ['x'], null, undefined, 7, () => 1])
    expect(formPropertiesOf(sent as unknown as object)).toEqual({})
})
