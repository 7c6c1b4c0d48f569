import { expect, it } from 'vitest'
import { FormReader } from '#lib/values/form.ts'
import { batchReasonOf } from './batch-forms.ts'

it.each([
  ['refund', 'Goods returned'],
  ['capture', null],
])('the reason of a batch of %s is %j', (kind, reason) => {
  const form = new FormData()
  form.set('kind', kind)
  form.set('reason', 'Goods returned')
  expect(batchReasonOf(new FormReader(form, {} as never))).toBe(reason)
})
