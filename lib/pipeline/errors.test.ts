import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { REASONS } from '#lib/pipeline/error-reasons.ts'
import { errorBody, refused, ruleErrorOf, withAmounts } from './errors.ts'

const tooLarge = () =>
  refused(
    'refund_amount_too_large',
    withAmounts('INR', (money) => `At most ${money(21_400)} is left.`),
  )

it('has amounts in the smallest subunit for the API, and in the currency for people', () => {
  expect(errorBody(tooLarge()).error.description).toBe('At most 21400 is left.')
  expect(tooLarge().shown).toBe('At most ₹214.00 is left.')
  const rule = () => {
    throw tooLarge()
  }
  expect(ruleErrorOf(rule)?.description).toBe('At most ₹214.00 is left.')
})

it('says one sentence to all where it has no amounts', () => {
  const error = refused('payment_not_captured')
  expect(error.shown).toBe(error.message)
  expect(refused('server_error', 'x'.repeat(2000)).shown).toHaveLength(1001)
})

it('every reason is given by some code', () => {
  const files = globSync('{app,lib}/**/*.ts', {
    exclude: (name) => /\.test\.ts$|error-reasons\.ts$|^generated$/.test(name),
  })
  const code = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  for (const reason of Object.keys(REASONS)) {
    const unused = `Nothing refuses with ${reason}: throw it in rules.ts of the resource, or take it out of lib/pipeline/error-reasons.ts.`
    expect(code.includes(`'${reason}'`), unused).toBe(true)
  }
})
