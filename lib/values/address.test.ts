import { describe, expect, it } from 'vitest'
import { addressKind, isAllowed, isNetwork } from './address.ts'

describe('addressKind', () => {
  it.each([
    '93.184.216.34',
    '8.8.8.8',
    '2606:2800:220:1:248:1893:25c8:1946',
    '[2606:4700::1111]',
    '::ffff:8.8.8.8',
  ])('%s is public', (host) => expect(addressKind(host)).toBe('public'))

  it.each([
    '127.0.0.1',
    '127.255.255.254',
    '0.0.0.0',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '[::1]',
    'fe80::1',
    'fe80::1%eth0',
    'fc00::1',
    'fd12:3456::1',
    'ff02::1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:169.254.169.254',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '2001:db8::1',
  ])('%s is not', (host) => expect(addressKind(host)).toBe('private'))

  it('names are judged when they are connected to, unless they can only be known within a network', () => {
    expect(['shop.example', 'localhost.example'].map(addressKind)).toEqual(['name', 'name'])
    for (const name of [
      'localhost',
      'LOCALHOST.',
      'a.localhost',
      'printer.local',
      'metadata.google.internal',
    ])
      expect(addressKind(name), name).toBe('local name')
  })
})

describe('isAllowed', () => {
  it('knows networks of both kinds, and IPv4 that is wrapped in IPv6', () => {
    expect(isAllowed('10.1.2.3', ['10.1.0.0/16'])).toBe(true)
    expect(isAllowed('::ffff:10.1.2.3', ['10.1.0.0/16'])).toBe(true)
    expect(isAllowed('fd00:1::5', ['10.0.0.0/8', 'fd00:1::/32'])).toBe(true)
    expect(isAllowed('10.2.2.3', ['10.1.0.0/16'])).toBe(false)
    expect(isAllowed('::1', ['0.0.0.0/0'])).toBe(false)
    expect(isAllowed('shop.example', ['0.0.0.0/0'])).toBe(false)
  })

  it('takes what is a network', () => {
    expect(['10.0.0.0/8', 'fd00::/8', '10.0.0.1/32'].every(isNetwork)).toBe(true)
    expect(['10.0.0.0', '10.0.0.0/33', 'x/8', ''].some(isNetwork)).toBe(false)
  })
})
