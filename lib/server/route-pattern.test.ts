import { globSync } from 'node:fs'
import { expect, it } from 'vitest'
import { apiRoutes, patternAt } from '#lib/surfaces/api-routes.ts'
import { routePatterns, UNKNOWN } from './route-pattern.ts'

const patternOf = routePatterns(patternAt)

it.each([
  ['/', '/'],
  ['/payments', '/payments'],
  ['/payments/pay_NfLw3gQ81xRt0a', '/payments/:id'],
  ['/payments/pay_NfLw3gQ81xRt0a/refund', '/payments/:id/refund'],
  ['/api-keys/new', '/api-keys/new'],
  [
    '/checkout/order_NfLw3gQ81xRt0a/wait/pay_NfLw3gQ81xRt0a/status',
    '/checkout/:order_id/wait/:payment_id/status',
  ],
  ['/exports/payments', '/exports/*'],
  ['/_next/static/chunks/a.js', '/_next/*'],
  ['/openapi.json', '/openapi.json'],
  ['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource'],
  ['/.well-known/oauth-protected-resource/mcp', '/.well-known/oauth-protected-resource/*'],
  ['/mcp', '/mcp'],
  ['/token', '/token'],
  ['/v1/payments/pay_NfLw3gQ81xRt0a', '/v1/payments/:id'],
  ['//v1/payments', '/v1/payments'],
  ['/v1/payments/', '/v1/payments'],
  ['/v2/accounts/acc_NfLw3gQ81xRt0a/webhooks', '/v2/accounts/:account_id/webhooks'],
])('names %s as %s', (path, pattern) => {
  expect(patternOf(path.replace(/^\/+/, '/'))).toBe(pattern)
})

it('shows no token of a link, and no path that it does not know', () => {
  for (const folder of ['bill', 'refund', 'invitation', 'password'])
    expect(patternOf(`/${folder}/SecretTokenOfThisLink`)).toBe(`/${folder}/:token`)
  expect(patternOf('/statement/ABCDEFGHJKLMNPQR')).toBe('/statement/:code')
  for (const path of [
    '/wp-admin/setup.php',
    '/v1/nothing',
    '/v1/payments/a/b/c/d',
    '*',
    'http://host/x',
    '/%E0%A4%A',
  ])
    expect(patternOf(path), path).toBe(UNKNOWN)
})

it('names every route of the API and of the pages', () => {
  for (const path of apiRoutes.keys()) expect(patternOf(path.replaceAll(/:\w+/g, 'x'))).toBe(path)
  // Those of the API are one file each for Next.
  const files = globSync('app/**/{page,route}.{ts,tsx}', { exclude: ['app/v?/**'] })
  expect(files.length).toBeGreaterThan(150)
  for (const file of files) {
    const path = file
      .slice('app'.length)
      .replace(/\/(page|route)\.tsx?$/, '')
      .replaceAll(/\/\([\w-]+\)/g, '')
      .replaceAll(/\[[\w.[\]]+\]/g, 'x')
    expect(patternOf(path || '/'), file).not.toBe(UNKNOWN)
  }
})
