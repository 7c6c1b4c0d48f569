import { expect, it } from 'vitest'
import { refusalOf } from '#lib/testing/refusal.ts'
import { assertInRegion, assertUnchanged, customerChanges, customerIdentityOf, represent } from './rules.ts'

it('has customers in India, Malaysia and Singapore only', () => {
  for (const country of ['IN', 'MY', 'SG']) expect(refusalOf(() => assertInRegion(country))).toBeNull()
  for (const country of ['US', 'in', ''])
    expect(refusalOf(() => assertInRegion(country))).toMatchObject({
      reason: 'not_available_in_region',
      message: 'Customers are only available to accounts in India, Malaysia and Singapore.',
    })
})

it('writes the columns of a customer, and needs something to know them by', () => {
  const notes = { shop: 'Pune' }
  expect(
    represent(
      { name: 'Asha RAO', email: 'Asha@X.example', contact: '98765 43210', gstin: null, notes },
      'IN',
    ),
  ).toEqual({
    name: 'Asha RAO',
    email: 'Asha@X.example',
    contact: '+919876543210',
    gstin: null,
    notes,
    identity: 'asha@x.example +919876543210',
    search_name: 'asha rao',
    country: 'IN',
  })
  const empty = { name: null, email: null, contact: null, gstin: null, identity: null, country: null }
  expect(represent({ name: 'Asha', notes }, 'IN')).toEqual({
    ...empty,
    name: 'Asha',
    search_name: 'asha',
    notes,
  })
  expect(represent({ email: 'a@x.example', notes }, 'IN')).toMatchObject({ identity: 'a@x.example ' })
  expect(represent({ contact: '+60123456789', notes }, 'IN')).toMatchObject({
    identity: ' +60123456789',
    country: 'MY',
    search_name: null,
  })
  expect(refusalOf(() => represent({ gstin: '29ABCDE1234F1Z5', notes }, 'IN'))).toMatchObject({
    reason: 'input_validation_failed',
    message: 'Enter a name, an email or a contact.',
  })
  expect(customerIdentityOf(null, null)).toBeNull()
})

it('rejects an edit of a customer that changed meanwhile', () => {
  const before = { name: 'Asha', email: 'a@x.example', contact: null, gstin: null, notes: {} }
  expect(refusalOf(() => assertUnchanged(before, { ...before }))).toBeNull()
  for (const now of [
    { ...before, name: 'Usha' },
    { ...before, gstin: '29ABCDE1234F1Z5' },
    { ...before, notes: { a: '1' } },
  ])
    expect(refusalOf(() => assertUnchanged(now, before))).toMatchObject({ reason: 'customer_changed' })
  expect(customerChanges(before, { ...before, name: 'Usha' })).toEqual({ name: { from: 'Asha', to: 'Usha' } })
})
