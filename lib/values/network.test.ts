import { describe, expect, it } from 'vitest'
import {
  addressKind,
  isNetwork,
  isNetworkWithin,
  isWithin,
  networkText,
  parseNetwork,
  plainAddress,
} from './network.ts'

const spelled = (text: string) => {
  const network = parseNetwork(text)
  return network && networkText(network)
}

describe('a network', () => {
  it.each([
    ['203.0.113.9', '203.0.113.9'],
    [' 203.0.113.9/24 ', '203.0.113.0/24'],
    ['203.0.113.9/32', '203.0.113.9'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8:1:2:3:4:5:6/64', '2001:db8:1:2::/64'],
    ['::1', '::1'],
    ['::', '::'],
    ['fe80::/10', 'fe80::/10'],
    ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ])('%s is %s', (written, meant) => expect(spelled(written)).toBe(meant))

  it.each([
    '',
    'localhost',
    '203.0.113',
    '203.0.113.256',
    '203.0.113.010',
    '203.0.113.9/33',
    '203.0.113.9/',
    '::/129',
    '1:2:3:4:5:6:7',
    '1::2::3',
    '1:2:3:4:5:6:7:8:9',
    'g::1',
    '203.0.113.9/24/8',
  ])('"%s" is none', (written) => expect(parseNetwork(written)).toBeNull())
})

it('an address is within the networks that hold it, however it is spelled', () => {
  expect(isWithin('203.0.113.77', ['198.51.100.1', '203.0.113.0/24'])).toBe(true)
  expect(isWithin('::ffff:203.0.113.77', ['203.0.113.0/24'])).toBe(true)
  expect(isWithin('203.0.114.1', ['203.0.113.0/24'])).toBe(false)
  expect(isWithin('2001:db8:0:0::5', ['2001:db8::/32'])).toBe(true)
  expect(isWithin('2001:db9::5', ['2001:db8::/32'])).toBe(false)
  // Every IPv4 address is no IPv6 address.
  expect(isWithin('203.0.113.9', ['::/0'])).toBe(false)
  expect(isWithin('', ['0.0.0.0/0'])).toBe(false)
  expect(isWithin('203.0.113.9', [])).toBe(false)
})

it('an address has one spelling', () => {
  expect(plainAddress('::ffff:127.0.0.1')).toBe('127.0.0.1')
  expect(plainAddress('FE80::1%eth0')).toBe('fe80::1')
  expect(plainAddress('nonsense')).toBeNull()
})

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

  it.each([
    ['0.0.0.0', '0.255.255.255', '1.0.0.0'],
    ['10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['100.64.0.0', '100.127.255.255', '100.128.0.0'],
    ['127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['192.0.0.0', '192.0.0.255', '192.0.1.0'],
    ['192.0.2.0', '192.0.2.255', '192.0.3.0'],
    ['192.88.99.0', '192.88.99.255', '192.88.100.0'],
    ['192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['198.18.0.0', '198.19.255.255', '198.20.0.0'],
    ['198.51.100.0', '198.51.100.255', '198.51.101.0'],
    ['203.0.113.0', '203.0.113.255', '203.0.114.0'],
    ['224.0.0.0', '255.255.255.255', '223.255.255.255'],
    ['168.63.129.16', '168.63.129.16', '168.63.129.17'],
    ['161.26.0.0', '161.26.255.255', '161.27.0.0'],
    ['166.8.0.0', '166.11.255.255', '166.12.0.0'],
    ['2001::', '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff', '2001:200::'],
    ['2001:db8::', '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', '2001:db9::'],
    ['2002::', '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2003::'],
    ['3fff::', '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', '3fff:1000::'],
    ['::', '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '2000::'],
    ['4000::', 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', '3ffe::1'],
  ])('from %s to %s nothing is public, and %s is', (first, last, beside) => {
    expect([first, last, beside].map(addressKind)).toEqual(['private', 'private', 'public'])
  })

  it.each([
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-compatible, dotted', '::127.0.0.1'],
    ['IPv4-translated', '::ffff:0:127.0.0.1'],
    ['NAT64', '64:ff9b::a00:1'],
    ['local NAT64', '64:ff9b:1::a00:1'],
    ['6to4', '2002:a00:1::'],
    ['Teredo', '2001:0:7f00:1::1'],
    ['AWS over IPv6', 'fd00:ec2::254'],
    ['Google over IPv6', 'fd20:ce::254'],
    ['Azure', '168.63.129.16'],
    ['Azure, mapped', '::ffff:168.63.129.16'],
    ['Alibaba', '100.100.100.200'],
    ['Oracle', '192.0.0.192'],
    ['site-local', 'fec0::1'],
    ['discard', '100::1'],
    ['segment routing', '5f00::1'],
  ])('%s (%s) is not public', (_name, host) => expect(addressKind(host)).toBe('private'))

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

describe('networks that an operator allows', () => {
  it('knows networks of both kinds, and IPv4 that is wrapped in IPv6', () => {
    expect(isWithin('10.1.2.3', ['10.1.0.0/16'])).toBe(true)
    expect(isWithin('::ffff:10.1.2.3', ['10.1.0.0/16'])).toBe(true)
    expect(isWithin('fd00:1::5', ['10.0.0.0/8', 'fd00:1::/32'])).toBe(true)
    expect(isWithin('10.2.2.3', ['10.1.0.0/16'])).toBe(false)
    expect(isWithin('::1', ['0.0.0.0/0'])).toBe(false)
    expect(isWithin('shop.example', ['0.0.0.0/0'])).toBe(false)
  })

  it('takes what is a network', () => {
    expect(['10.0.0.0/8', 'fd00::/8', '10.0.0.1/32'].every(isNetwork)).toBe(true)
    expect(['10.0.0.0', '10.0.0.0/33', 'x/8', ''].some(isNetwork)).toBe(false)
  })
})

describe('a network within others', () => {
  it.each([
    ['203.0.113.64/26', ['203.0.113.0/24'], true],
    ['203.0.113.9', ['203.0.113.0/24'], true],
    ['203.0.113.0/24', ['203.0.113.0/24'], true],
    ['203.0.112.0/23', ['203.0.113.0/24'], false],
    ['203.0.113.0/24', ['203.0.113.0/25', '203.0.113.128/25'], false],
    ['2001:db8::/48', ['2001:db8::/32'], true],
    ['::/0', ['0.0.0.0/0'], false],
    ['nonsense', ['0.0.0.0/0'], false],
  ])('%s in %j: %s', (network, others, expected) => {
    expect(isNetworkWithin(network, others)).toBe(expected)
  })
})
