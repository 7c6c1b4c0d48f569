import { describe, expect, it } from 'vitest'
import { ClientName } from './client-name.ts'
import {
  fitTogether,
  isListed,
  isLoopback,
  isRegisteredRedirect,
  RedirectHost,
  RedirectUri,
  redirectHostOf,
} from './redirect-uri.ts'

describe('RedirectHost', () => {
  it.each(['app.example.com', 'app.example.com:8443', 'localhost', '[::1]', 'com.example.app:', 'cursor:'])(
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
    'https:',
    'javascript:',
    'file:',
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

it.each([
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.example/callback',
  'vscode-insiders://vscode.example/callback',
  'windsurf://codeium.windsurf/callback',
  'com.example.app:/back',
  'http://127.0.0.1:33418/',
  'http://[::1]/callback',
  'https://app.example.com/back',
])('an app can be redirected to %s', (uri) => {
  expect(RedirectUri.safeParse(uri).success).toBe(true)
})

it.each([
  'javascript:alert(1)',
  'JavaScript://app.example.com/%0aalert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'blob:https://app.example.com/1',
  'about:blank',
  'vbscript:x',
  'view-source:https://app.example.com/',
  'ms-msdt:/id',
  'search-ms:query=x',
  'mailto:a@example.com',
  'intent://scan/',
  'chrome-extension://abc/',
  'ws://localhost/',
  'http://app.example.com/back',
  'cursor:',
  'cursor://user@host/back#part',
])('an app cannot be redirected to %s', (uri) => {
  expect(RedirectUri.safeParse(uri).success).toBe(false)
})

it('an http loopback address matches on any port, and nothing else does', () => {
  const registered = ['http://127.0.0.1/callback', 'http://localhost:1455/auth?x=1', 'https://localhost:1/cb']
  for (const uri of [
    'http://127.0.0.1:49152/callback',
    'http://localhost:2/auth?x=1',
    'https://localhost:1/cb',
  ])
    expect(isRegisteredRedirect(uri, registered), uri).toBe(true)
  for (const uri of [
    'http://localhost:1/callback',
    'http://127.0.0.1:1/callback/',
    'http://127.0.0.1:1/other',
    'http://127.0.0.1:1@evil.example/callback',
    'http://127.0.0.1.evil.example/callback',
    'http://127.0.0.1:999999/callback',
    'https://localhost:2/cb',
    'http://localhost:2/auth',
  ])
    expect(isRegisteredRedirect(uri, registered), uri).toBe(false)
})

it('https on loopback is left out beside a custom scheme', () => {
  const uris = ['https://localhost/back', 'cursor://host/back', 'http://localhost/back']
  expect(fitTogether(uris)).toEqual(uris.slice(1))
  expect(fitTogether(['https://localhost/back', 'http://localhost/back'])).toHaveLength(2)
})
