import { describe, expect, it } from 'vitest'
import { isWithin, networkText, parseNetwork, plainAddress } from './network.ts'

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
