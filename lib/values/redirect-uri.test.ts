import { describe, expect, it } from 'vitest'
import { ClientName, isListed, isLoopback, RedirectHost, redirectHostOf } from './redirect-uri.ts'

describe('RedirectHost', () => {
  it.each(['app.example.com', 'app.example.com:8443', 'localhost', '[::1]', 'com.example.app:'])(
    'takes %s',
    (text) => {
      expect(RedirectHost.parse(text)).toBe(text)
    },
  )

  it('is compared in small letters', () => {
    expect(RedirectHost.parse(' App.Example.COM ')).toBe('app.example.com')
  })

  it.each([
    '',
    'https://app.example.com',
    'app.example.com/path',
    '*.example.com',
    'user@host',
    'a b',
    'app:',
    'x#y',
  ])('does not take %j', (text) => {
    expect(RedirectHost.safeParse(text).success).toBe(false)
  })
})

describe('isListed', () => {
  it('compares hosts exactly, with their ports', () => {
    expect(isListed('app.example.com', ['app.example.com'])).toBe(true)
    expect(isListed('app.example.com:8443', ['app.example.com'])).toBe(false)
    expect(isListed('evil.app.example.com', ['app.example.com'])).toBe(false)
    expect(isListed('com.example.app:', ['com.example.app:'])).toBe(true)
  })

  it('lets loopback have any port, since it is another at each start', () => {
    expect(isListed('127.0.0.1:51234', ['127.0.0.1'])).toBe(true)
    expect(isListed('[::1]:51234', ['[::1]'])).toBe(true)
    expect(isListed('localhost:51234', ['127.0.0.1'])).toBe(false)
    expect(isListed('127.0.0.1:51234', ['127.0.0.1:6274'])).toBe(false)
  })
})

it.each(['com.evil.app://app.example.com/cb', 'com.evil.app://localhost/', 'com.evil.app://localhost:80/cb'])(
  'takes what follows the scheme of an app for no host: %s',
  (uri) => {
    expect(redirectHostOf(uri)).toBe('com.evil.app:')
    expect(isLoopback(redirectHostOf(uri))).toBe(false)
    expect(isListed(redirectHostOf(uri), ['app.example.com', 'localhost'])).toBe(false)
  },
)

it('shows where an address leads', () => {
  expect(redirectHostOf('https://app.example.com/back?x=1')).toBe('app.example.com')
  expect(redirectHostOf('http://127.0.0.1:6274/back')).toBe('127.0.0.1:6274')
  expect(redirectHostOf('com.example.app:/back')).toBe('com.example.app:')
  expect([isLoopback('[::1]:80'), isLoopback('localhost'), isLoopback('app.example.com:80')]).toEqual([
    true,
    true,
    false,
  ])
})

it.each(['\u202eevil', 'two\nlines', 'a\u200bb', 'tag\u{e0041}', '', 'x'.repeat(81)])(
  'does not take %j for a name',
  (name) => {
    expect(ClientName.safeParse(name).success).toBe(false)
  },
)
