import { describe, expect, it } from 'vitest'
import { readTarget } from './readable-requests.ts'

describe('a request target', () => {
  it.each([
    ['/v1/orders?count=1', { path: '/v1/orders?count=1' }],
    ['/', { path: '/' }],
    ['/v1//orders', { path: '/v1//orders' }],
    ['/%2f/evil', { path: '/%2f/evil' }],
    ['//v1/orders', { path: '/v1/orders' }],
    ['///mcp', { path: '/mcp' }],
    ['//', { path: '/' }],
    ['//evil.example/%2e%2e', { path: '/evil.example/%2e%2e' }],
    ['http://pay.example//v1/orders', { path: '/v1/orders', host: 'pay.example' }],
    ['http://pay.example/v1/orders?count=1', { path: '/v1/orders?count=1', host: 'pay.example' }],
    ['HTTPS://pay.example:8443/', { path: '/', host: 'pay.example:8443' }],
    ['http://pay.example', { path: '/', host: 'pay.example' }],
    ['http://pay.example?count=1', { path: '/?count=1', host: 'pay.example' }],
    ['http://[::1]:3000/v1', { path: '/v1', host: '[::1]:3000' }],
  ])('%s is read', (target, read) => expect(readTarget(target)).toEqual(read))

  it.each([
    '',
    '*',
    'v1/orders',
    'pay.example:443',
    '/\\evil.example',
    '//\\evil.example',
    '/v1/orders#top',
    'http://',
    'http:///v1',
    'http://user@pay.example/',
    'http://pay example/',
    'http://pay.example:port/',
    'http://pay.example//\\evil.example',
    'http://pay.example\\@evil.example/',
    'ftp://pay.example/',
    'javascript://pay.example/',
    'http:/v1/orders',
  ])('"%s" is malformed', (target) => expect(readTarget(target)).toBeNull())
})
