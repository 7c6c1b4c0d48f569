import { expect, it } from 'vitest'
import { DETAILS_COOKIE, payerDetailsIn } from './payer-details.ts'

const cookie = (text: string) => `a=1; ${DETAILS_COOKIE}=${encodeURIComponent(text)}; b=2`

it.each<[string, object]>([
  [
    cookie('{"name":"Asha Rao","email":"asha@example.com","contact":"+919876543210"}'),
    { name: 'Asha Rao', email: 'asha@example.com', contact: '+919876543210' },
  ],
  [cookie('{"email":"asha","contact":"+919876543210","other":"x"}'), { contact: '+919876543210' }],
  [cookie(`{"name":"${'x'.repeat(101)}"}`), {}],
  [cookie('{'), {}],
  [cookie('null'), {}],
  [`${DETAILS_COOKIE}=%E0%A4%A`, {}],
  [`not-${cookie('{"name":"Asha"}').slice(5)}`, {}],
  ['', {}],
])('%s', (cookies, details) => {
  expect(JSON.parse(JSON.stringify(payerDetailsIn(cookies)))).toEqual(details)
})
