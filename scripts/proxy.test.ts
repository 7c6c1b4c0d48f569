import { describe, expect, it } from 'vitest'
import { config } from '#proxy.ts'

/** As Next reads it: a group of a pattern that holds for the whole path. */
const matches = (path: string) => new RegExp(`^${config.matcher[0]}$`).test(path)

describe('the policy with a nonce', () => {
  it.each([
    '/',
    '/payments',
    '/payments/pay_1',
    '/nothing',
    '/favicon.ico',
    '/openapi.json',
    ...['png', 'svg', 'ico', 'txt', 'json', 'xml', 'webmanifest', 'js', 'css', 'map', 'php'].map(
      (end) => `/nothing.${end}`,
    ),
    '/v10',
    '/mcpx',
    '/authorized',
    '/tokens',
    '/registered',
    '/metrics',
    '/healthz.txt',
    '/a/v1/b',
    '/apis',
  ])('is set on %s', (path) => expect(matches(path)).toBe(true))

  it.each([
    '/v1',
    '/v1/orders',
    '/v1/nothing.png',
    '/mcp',
    '/authorize',
    '/authorize/abc',
    '/token',
    '/register/abc',
    '/revoke',
    '/introspect',
    '/par',
    '/jwks',
    '/healthz',
    '/readyz',
    '/.well-known/x',
    '/api/auth/session',
    '/_next/static/chunk.js',
  ])('is not set on %s', (path) => expect(matches(path)).toBe(false))
})
