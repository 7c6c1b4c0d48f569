import type { LookupAddress } from 'node:dns'
import { describe, expect, it } from 'vitest'
import { createDnsLookup, type DnsLookup, type Sources } from './connect.ts'

const never = <T>() => new Promise<T>(() => {})
const fails = (code: string) => Promise.reject(Object.assign(new Error(code), { code }))
const v4 = (address: string): LookupAddress => ({ address, family: 4 })

/** Sources without names, except those of a test. */
function sources(known: Partial<Sources> = {}): Sources {
  return {
    resolve4: () => fails('ENOTFOUND'),
    resolve6: () => fails('ENODATA'),
    system: () => fails('ENOTFOUND'),
    hosts: async () => '',
    ...known,
  }
}

function ask(lookUp: DnsLookup, name: string, options: object = { all: true }): Promise<unknown> {
  return new Promise((found, failed) =>
    lookUp(name, options, (error, address, family) =>
      error ? failed(error) : found(family === undefined ? address : [address, family]),
    ),
  )
}

describe('a look-up', () => {
  it('is not held up by names whose DNS hangs, however many', async () => {
    const requested: string[] = []
    const lookUp = createDnsLookup(
      sources({
        resolve4: (name) => (name.startsWith('slow') ? never() : Promise.resolve(['192.0.2.1'])),
        system: (name) => {
          requested.push(name)
          return never()
        },
      }),
    )
    for (let number = 0; number < 100; number += 1) void ask(lookUp, `slow${number}.example`)
    expect(await ask(lookUp, 'quick.example')).toEqual([v4('192.0.2.1')])
    expect(requested).toEqual([])
  })

  it('does not wait for one family when the other is there', async () => {
    const lookUp = createDnsLookup(sources({ resolve4: async () => ['192.0.2.1'], resolve6: () => never() }))
    expect(await ask(lookUp, 'shop.example')).toEqual([v4('192.0.2.1')])
  })

  it('gives both families, or the one that is asked for', async () => {
    const lookUp = createDnsLookup(
      sources({ resolve4: async () => ['192.0.2.1'], resolve6: async () => ['2001:db8::1'] }),
    )
    expect(await ask(lookUp, 'shop.example')).toEqual([
      v4('192.0.2.1'),
      { address: '2001:db8::1', family: 6 },
    ])
    expect(await ask(lookUp, 'shop.example', { family: 6 })).toEqual(['2001:db8::1', 6])
    expect(await ask(lookUp, 'shop.example', {})).toEqual(['192.0.2.1', 4])
  })

  it('reads the hosts file first, and knows localhost without it', async () => {
    const hosts = async () =>
      '# shop.example\n10.0.0.7\tShop.Example shop # 192.0.2.9 other.example\n::1 shop\n'
    const lookUp = createDnsLookup(sources({ hosts, resolve4: async () => ['192.0.2.1'] }))
    expect(await ask(lookUp, 'shop.example.')).toEqual([v4('10.0.0.7')])
    expect(await ask(lookUp, 'SHOP')).toEqual([v4('10.0.0.7'), { address: '::1', family: 6 }])
    expect(await ask(lookUp, 'other.example')).toEqual([v4('192.0.2.1')])
    const without = createDnsLookup(sources({ hosts: () => fails('ENOENT') }))
    for (const name of ['localhost', 'app.localhost'])
      expect(await ask(without, name)).toEqual([v4('127.0.0.1'), { address: '::1', family: 6 }])
  })

  it('asks the system for what DNS does not know, by two at a time', async () => {
    let working = 0
    let most = 0
    const lookUp = createDnsLookup(
      sources({
        async system(name) {
          working += 1
          most = Math.max(most, working)
          await new Promise((done) => setImmediate(done))
          working -= 1
          return name === 'nobody' ? fails('ENOTFOUND') : [v4('192.0.2.3')]
        },
      }),
    )
    const names = Array.from({ length: 20 }, (_, number) => `service${number}`)
    expect(await Promise.all(names.map((name) => ask(lookUp, name)))).toEqual(
      names.map(() => [v4('192.0.2.3')]),
    )
    expect(most).toBe(2)
    await expect(ask(lookUp, 'nobody')).rejects.toMatchObject({ code: 'ENOTFOUND' })
    expect(working).toBe(0)
  })

  it.each([
    ['ETIMEOUT', 'ETIMEOUT'],
    ['ETIMEOUT', 'ENODATA'],
    ['ENODATA', 'ETIMEOUT'],
  ])('does not occupy a thread with a name that DNS did not resolve in time: %s, %s', async (four, six) => {
    const lookUp = createDnsLookup(
      sources({
        resolve4: () => fails(four),
        resolve6: () => fails(six),
        system: () => Promise.reject(new Error('It was asked.')),
      }),
    )
    await expect(ask(lookUp, 'slow.example')).rejects.toMatchObject({ code: 'ETIMEOUT' })
  })

  it('is made once for all who ask for the same name at the time', async () => {
    let requested = 0
    const lookUp = createDnsLookup(
      sources({
        async resolve4() {
          requested += 1
          return ['192.0.2.1']
        },
      }),
    )
    await Promise.all(Array.from({ length: 64 }, () => ask(lookUp, 'shop.example')))
    expect(requested).toBe(1)
    await ask(lookUp, 'shop.example')
    expect(requested).toBe(2)
  })
})

it('the real one finds localhost', async () => {
  expect(await ask(createDnsLookup(), 'localhost')).toContainEqual(v4('127.0.0.1'))
})
