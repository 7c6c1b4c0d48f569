import { beforeEach, expect, it, vi } from 'vitest'
import { ADDRESS_HEADER } from './address.ts'

const warn = vi.fn()
vi.mock('#lib/process/log.ts', () => ({ log: () => ({ warn }) }))

let noteProxy: typeof import('./address.ts').noteProxy
beforeEach(async () => {
  warn.mockClear()
  // It warns once in a process.
  vi.resetModules()
  noteProxy = (await import('./address.ts')).noteProxy
})

const request = (remoteAddress: string, headers: Record<string, string>) =>
  ({ headers, socket: { remoteAddress } }) as unknown as Parameters<typeof noteProxy>[0]
const FORWARDED = { 'x-forwarded-for': '203.0.113.9' }

it('warns once of a proxy nearby that is not declared', () => {
  noteProxy(request('127.0.0.1', FORWARDED), [])
  noteProxy(request('10.0.0.1', FORWARDED), [])
  expect(warn).toHaveBeenCalledOnce()
})

it.each([
  ['no header', '127.0.0.1', {}, []],
  ['a declared proxy', '10.0.0.1', FORWARDED, ['10.0.0.0/8']],
  ['a caller from elsewhere', '8.8.8.8', FORWARDED, []],
  ['a request of this server to itself', '127.0.0.1', { ...FORWARDED, [ADDRESS_HEADER]: '203.0.113.9' }, []],
])('does not warn of %s', (_, peer, headers, trusted) => {
  noteProxy(request(peer, headers), trusted)
  expect(warn).not.toHaveBeenCalled()
})
