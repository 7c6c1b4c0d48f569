import { expect, it } from 'vitest'
import { apiRoutes, handlerAt } from '#lib/surfaces/api-routes.ts'

const nowhere = handlerAt('GET', '/v1/nothing').handler
const paramsOf = (path: string) => {
  const { handler, params } = handlerAt('GET', path)
  return handler === nowhere ? null : params
}

it.each([
  ['/v1', null],
  ['/v1/', null],
  ['/v2', null],
  ['/v1/Orders', null],
  ['/v1/order%73', null],
  ['/v1/orders', {}],
  ['/v1/orders/', {}],
  ['/v1//orders//', {}],
  ['/v1/orders/a//', { id: 'a' }],
  ['/v1/orders/a//b', null],
  ['/v1/orders/%6frder_1', { id: 'order_1' }],
  ['/v1/orders/a%2Fb', { id: 'a/b' }],
  ['/v1/orders/a%2Fb%', { id: 'a%2Fb%' }],
  ['/v1/orders/%zz', { id: '%zz' }],
  ['/v1/orders/%00', { id: '\0' }],
  ['/v1/orders/%25', { id: '%' }],
  ['/v1/orders/%252F', { id: '%2F' }],
  ['/v1/orders/%E0%A4', { id: '%E0%A4' }],
  ['/v1/orders/a#b', { id: 'a#b' }],
  ['/v1/orders/a;b:c*d', { id: 'a;b:c*d' }],
  ['/v1/orders/__proto__', { id: '__proto__' }],
  ['/v1/payments/create', { id: 'create' }],
  ['/v1/payments/create/refunds', { id: 'create' }],
  ['/v1/payments/create/json', {}],
  ['/v1/payments/p%2F/refunds/%25r', { id: 'p/', refund_id: '%r' }],
  ['/v1/settlements/recon/combined', {}],
  ['/v1/settlements/recon', { id: 'recon' }],
  ['/v1/webhooks/listen', {}],
  ['/v2/accounts/acc/webhooks/listen', { account_id: 'acc', id: 'listen' }],
  [`/v1/orders/${'x'.repeat(5000)}`, { id: 'x'.repeat(5000) }],
])('%s has the values %j', (path, params) => {
  expect(paramsOf(path)).toEqual(params)
})

it('takes a method that no address has for one that is rejected, and HEAD for GET', () => {
  const { handler } = handlerAt('GET', '/v1/orders')
  expect(handlerAt('HEAD', '/v1/orders').handler).toBe(handler)
  const { handler: rejects } = handlerAt('OPTIONS', '/v1/orders')
  for (const method of ['TRACE', 'DELETE', 'toString', '__proto__'])
    expect(handlerAt(method, '/v1/orders').handler).toBe(rejects)
})

it('has each address once', () => {
  expect(apiRoutes.size).toBeGreaterThan(40)
})
