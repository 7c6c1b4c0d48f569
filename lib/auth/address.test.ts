import type { IncomingMessage } from 'node:http'
import { expect, it } from 'vitest'
import { noteAddress } from './address.ts'

function requesterOf(
  peer: string,
  headers: Record<string, string>,
  trusted = ['127.0.0.0/8', '::1'],
): unknown {
  const request = { headers: { ...headers }, socket: { remoteAddress: peer } }
  noteAddress(request as unknown as IncomingMessage, trusted)
  return request.headers['x-counterfoil-address']
}

it('is the other end of the connection, whatever the caller writes into its headers', () => {
  expect(requesterOf('203.0.113.9', {})).toBe('203.0.113.9')
  expect(requesterOf('::ffff:203.0.113.9', {})).toBe('203.0.113.9')
  expect(requesterOf('203.0.113.9', { 'x-counterfoil-address': '10.0.0.1' })).toBe('203.0.113.9')
  expect(requesterOf('203.0.113.9', { 'x-forwarded-for': '10.0.0.1' })).toBe('203.0.113.9')
})

it('is whom a trusted proxy saw, and not what the caller wrote before that', () => {
  expect(requesterOf('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' })).toBe('198.51.100.7')
  expect(requesterOf('::1', { 'x-forwarded-for': '10.0.0.1, 198.51.100.7' })).toBe('198.51.100.7')
  const chain = { 'x-forwarded-for': '1.1.1.1, 198.51.100.7, 10.0.0.2' }
  expect(requesterOf('127.0.0.1', chain)).toBe('10.0.0.2')
  expect(requesterOf('127.0.0.1', chain, ['127.0.0.1', '10.0.0.0/8'])).toBe('198.51.100.7')
})

it('is the proxy where the proxy names no caller, or no IP address', () => {
  expect(requesterOf('127.0.0.1', {})).toBe('127.0.0.1')
  expect(requesterOf('127.0.0.1', { 'x-forwarded-for': '198.51.100.7, unknown' })).toBe('127.0.0.1')
  expect(requesterOf('127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe('127.0.0.1')
})

it('trusts no proxy where none is trusted', () => {
  expect(requesterOf('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }, [])).toBe('127.0.0.1')
})
