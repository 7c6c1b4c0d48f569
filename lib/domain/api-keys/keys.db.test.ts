import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { getKeyDetails } from '#lib/domain/api-keys/get-details.ts'
import { listKeysForDashboard } from '#lib/domain/api-keys/list.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { flushRequestLog } from '#lib/surfaces/request-log.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { openRest, type Rest } from '#lib/testing/rest.ts'
import { type Shop, shopOf } from '#lib/testing/shop.ts'
import { ROLE_PERMISSIONS } from '#lib/values/permissions.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

let instance: Instance
let rest: Rest
let shop: Shop
beforeAll(async () => {
  instance = await openInstance()
  rest = await openRest(instance)
  shop = shopOf(rest, instance)
})
afterAll(() => instance.close())

type Input = Parameters<typeof instance.run<typeof createKey.input, typeof createKey.output>>[1]
const make = (input: Partial<Input> = {}) =>
  instance.run(createKey, { name: 'Webshop', ...input }, undefined, instance.system)
const from = (ip: string) => ({ headers: { 'x-counterfoil-address': ip, 'user-agent': 'shop/2' } })
const developer = (mode: 'test' | 'live' = 'test'): Actor => ({
  ...instance.system,
  account: { ...instance.system.account, mode },
  kind: 'user',
  name: 'dev@example.com',
  permissions: new Set(ROLE_PERMISSIONS.developer),
})

describe('an allow-list', () => {
  it('lets a key in from its addresses and networks alone, and says why not', async () => {
    const as = await make({ allowed_addresses: ['203.0.113.7/24', '2001:db8::/32'] })
    expect((await rest.get('/v1/orders', { as, ...from('203.0.113.200') })).status).toBe(200)
    expect((await rest.get('/v1/orders', { as, ...from('2001:db8::9') })).status).toBe(200)
    const refused = await rest.get('/v1/orders', { as, ...from('198.51.100.1') })
    expect(refused.status).toBe(403)
    expect(refused.error).toMatchObject({ reason: 'address_not_allowed' })
    expect(refused.error.description).toContain('198.51.100.1')
    // Without a known IP address the request is rejected, and the header of an untrusted proxy does not count as one.
    expect((await rest.get('/v1/orders', { as })).status).toBe(403)
    const forged = { headers: { 'x-forwarded-for': '203.0.113.7' } }
    expect((await rest.get('/v1/orders', { as, ...forged })).status).toBe(403)
  })

  it('tells nothing to a caller with a wrong secret', async () => {
    const { id } = await make({ allowed_addresses: ['203.0.113.7'] })
    const response = await rest.get('/v1/orders', { as: { id, secret: 'wrong' }, ...from('198.51.100.1') })
    expect([response.status, response.error.reason]).toEqual([401, 'authentication_required'])
  })

  it('shows in the log who was kept out', async () => {
    const as = await make({ allowed_addresses: ['203.0.113.7'] })
    await rest.get('/v1/orders', { as, ...from('198.51.100.1') })
    await flushRequestLog(instance.runtime.query)
    const [line] = await shop.rows('SELECT * FROM request_logs WHERE actor_id = $1', as.id)
    expect(line).toMatchObject({ status: 403, error_reason: 'address_not_allowed', ip: '198.51.100.1' })
  })

  it('is stored in one spelling, and invalid text is rejected', async () => {
    const { id } = await make({ allowed_addresses: ['203.0.113.7/24', '203.0.113.0/24', '::FFFF:10.0.0.1'] })
    const { allowed_addresses } = await instance.run(getKeyDetails, { id }, undefined, instance.system)
    expect(allowed_addresses).toEqual(['203.0.113.0/24', '10.0.0.1'])
    await expect(make({ allowed_addresses: ['example.com'] })).rejects.toMatchObject({
      reason: 'input_validation_failed',
      field: 'allowed_addresses',
    })
  })
})

describe('in live mode', () => {
  it('a person gives their password before a key is made or rotated', async () => {
    const account = { ...instance.system.account, mode: 'live' as const }
    const person: Actor = { ...instance.system, kind: 'user', account }
    const { id } = await make({})
    await expect(instance.run(createKey, { name: 'Live' }, undefined, person)).rejects.toMatchObject({
      reason: 'password_required',
      field: 'password',
    })
    await expect(instance.run(rotateKey, { id, overlap: 0 }, undefined, person)).rejects.toMatchObject({
      reason: 'password_required',
    })
    expect(await instance.run(createKey, { name: 'Live' }, undefined, person, true)).toMatchObject({
      name: 'Live',
    })
    // Test mode and the command line ask for no password.
    expect(
      await instance.run(createKey, { name: 'Test' }, undefined, {
        ...person,
        account: instance.system.account,
      }),
    ).toMatchObject({ name: 'Test' })
    expect(
      await instance.run(createKey, { name: 'Line' }, undefined, { ...instance.system, account }),
    ).toMatchObject({
      name: 'Line',
    })
  })
})

describe('what a key may do', () => {
  it('is at most what its maker may do', async () => {
    const as = developer('live')
    await expect(instance.run(createKey, { name: 'all' }, undefined, as, true)).rejects.toMatchObject({
      reason: 'permission_denied',
      field: 'scopes',
    })
    await expect(
      instance.run(
        createKey,
        { name: 'refunds', scopes: ['orders:read', 'refunds:write'] },
        undefined,
        as,
        true,
      ),
    ).rejects.toThrow('refunds:write')
    const made = await instance.run(
      createKey,
      { name: 'reads', scopes: ['orders:read'] },
      undefined,
      as,
      true,
    )
    expect((await rest.get('/v1/orders', { as: made })).status).toBe(200)
    expect((await rest.get('/v1/payments', { as: made })).error).toMatchObject({
      reason: 'permission_denied',
    })
  })

  it('is in test mode all that a key can have, for who makes keys', async () => {
    const made = await instance.run(createKey, { name: 'all' }, undefined, developer())
    expect(made.scopes).toEqual([])
  })

  it('is neither widened nor taken over by rotation, by a person with fewer permissions', async () => {
    const { id } = await make({ scopes: ['orders:read', 'refunds:write'] })
    const stored = {
      id,
      name: 'renamed',
      expires_at: null,
      allowed_addresses: [],
      refund_limit: null,
      refund_day_limit: null,
    }
    // Another editor leaves the scopes of the key unchanged.
    const changed = await instance.run(
      updateKey,
      { ...stored, scopes: ['refunds:write'] },
      undefined,
      developer('live'),
      true,
    )
    expect(changed).toMatchObject({ name: 'renamed', scopes: ['refunds:write'] })
    for (const scopes of [['refunds:write', 'payments:capture'], []])
      await expect(
        instance.run(updateKey, { ...stored, scopes }, undefined, developer('live'), true),
      ).rejects.toMatchObject({
        reason: 'permission_denied',
      })
    await expect(
      instance.run(rotateKey, { id, overlap: 0 }, undefined, developer('live'), true),
    ).rejects.toMatchObject({
      reason: 'permission_denied',
    })
  })

  it.each([
    ['removes a ceiling', { refund_limit: null }],
    ['raises the ceiling of a day', { refund_day_limit: 90_000 }],
    ['empties the allow-list', { allowed_addresses: [] }],
    ['adds a network', { allowed_addresses: ['203.0.113.0/24', '198.51.100.0/24'] }],
    ['removes the expiry', { expires_at: null }],
    ['moves the expiry', { expires_at: 4_000_000_000 }],
    ['adds a permission of their own', { scopes: ['refunds:write', 'orders:read'] }],
  ])('is not loosened by a person who could not make it: %s', async (_, change) => {
    const expires_at = instance.now() + 30 * DAY
    const bounds = {
      scopes: ['refunds:write'],
      allowed_addresses: ['203.0.113.0/24'],
      refund_limit: 1_000,
      refund_day_limit: 5_000,
      expires_at,
    }
    const { id } = await make(bounds)
    const update = (as: Actor, input: object) =>
      instance.run(updateKey, { id, name: 'Webshop', ...bounds, ...input }, undefined, as, true)
    await expect(update(developer('live'), change)).rejects.toMatchObject({ reason: 'permission_denied' })
    const tighter = { refund_limit: 500, allowed_addresses: ['203.0.113.64/26'], expires_at: expires_at - 9 }
    expect(await update(developer('live'), tighter)).toMatchObject(tighter)
    const owner = { ...developer('live'), permissions: new Set(ROLE_PERMISSIONS.owner) }
    expect(await update(owner, change)).toMatchObject(change)
  })

  it('changes for the next request', async () => {
    const as = await make({ scopes: ['orders:read'] })
    expect((await rest.get('/v1/orders', { as })).status).toBe(200)
    await instance.run(
      updateKey,
      {
        id: as.id,
        name: 'Webshop',
        scopes: ['payments:read'],
        expires_at: null,
        allowed_addresses: [],
        refund_limit: null,
        refund_day_limit: null,
      },
      undefined,
      instance.system,
    )
    expect((await rest.get('/v1/orders', { as })).status).toBe(403)
    expect((await rest.get('/v1/payments', { as })).status).toBe(200)
  })
})

describe('the end of a key', () => {
  it('by revocation applies to the next request, and needs the typed name', async () => {
    const as = await make({ name: 'Leaked' })
    expect((await rest.get('/v1/orders', { as })).status).toBe(200)
    const revoke = (typed_name?: string) =>
      instance.run(
        revokeKey,
        { id: as.id, ...(typed_name === undefined ? {} : { typed_name }) },
        undefined,
        instance.system,
      )
    const person: Actor = { ...instance.system, kind: 'user' }
    await expect(instance.run(revokeKey, { id: as.id }, undefined, person)).rejects.toMatchObject({
      reason: 'name_not_typed',
    })
    await expect(revoke('leaked')).rejects.toMatchObject({ reason: 'name_not_typed', field: 'typed_name' })
    expect((await rest.get('/v1/orders', { as })).status).toBe(200)
    const revoked = await revoke(' Leaked ')
    expect(revoked).toMatchObject({ revoked_at: instance.now(), revoked_by: 'system:test' })
    expect((await rest.get('/v1/orders', { as })).status).toBe(401)
    // A second revocation is not an error.
    expect(await revoke('Leaked')).toEqual(revoked)
  })

  it('by time comes when it was said to', async () => {
    const as = await make({ expires_at: instance.now() + HOUR })
    const before = await instance.run(listKeysForDashboard, { group: 'ending' }, undefined, instance.system)
    expect(before.items.map(({ id }) => id)).toContain(as.id)
    expect((await instance.run(fetchAttention, {}, undefined, instance.system)).ending_keys).toBe(1)
    expect(
      (
        await instance.run(fetchAttention, {}, undefined, {
          ...developer(),
          permissions: new Set(['payments:read'] as const),
        })
      ).ending_keys,
    ).toBe(0)
    expect((await rest.get('/v1/orders', { as })).status).toBe(200)
    await instance.pass(HOUR)
    expect((await rest.get('/v1/orders', { as })).status).toBe(401)
    const ended = await instance.run(listKeysForDashboard, { group: 'ended' }, undefined, instance.system)
    expect(ended.items.map(({ id }) => id)).toContain(as.id)
    await expect(
      instance.run(rotateKey, { id: as.id, overlap: 0 }, undefined, instance.system),
    ).rejects.toMatchObject({
      reason: 'key_ended',
    })
    await expect(make({ expires_at: instance.now() })).rejects.toMatchObject({ field: 'expires_at' })
  })
})

describe('rotation', () => {
  it('makes a key that does the same, while the old one goes on and is counted', async () => {
    const old = await make({
      name: 'Nightly',
      scopes: ['orders:read', 'refunds:write'],
      allowed_addresses: ['203.0.113.7'],
      refund_day_limit: 5000,
      expires_at: instance.now() + 30 * DAY,
    })
    await instance.pass(DAY)
    const made = await instance.run(rotateKey, { id: old.id, overlap: HOUR }, undefined, instance.system)
    expect(made.id).not.toBe(old.id)
    expect(made.secret).not.toBe(old.secret)
    const [was, is] = await Promise.all(
      [old.id, made.id].map((id) => instance.run(getKeyDetails, { id }, undefined, instance.system)),
    )
    expect(is).toMatchObject({
      name: 'Nightly',
      scopes: ['orders:read', 'refunds:write'],
      allowed_addresses: ['203.0.113.7'],
      refund_day_limit: 5000,
      replaces: old.id,
      // The new key expires when the old one would have.
      expires_at: instance.now() + 30 * DAY,
    })
    expect(was).toMatchObject({
      replaced_by: made.id,
      expires_at: instance.now() + HOUR,
      calls_since_replaced: 0,
    })
    for (const as of [old, made])
      expect((await rest.get('/v1/orders', { as, ...from('203.0.113.7') })).status).toBe(200)
    await flushRequestLog(instance.runtime.query)
    const counted = await instance.run(getKeyDetails, { id: old.id }, undefined, instance.system)
    expect(counted).toMatchObject({ calls_since_replaced: 1, calls_hour: 1, calls_day: 1, refused_day: 0 })
    expect(counted.callers).toEqual([
      { ip: '203.0.113.7', user_agent: 'shop/2', calls: 1, last_at: instance.now() },
    ])
    await expect(
      instance.run(rotateKey, { id: old.id, overlap: 0 }, undefined, instance.system),
    ).rejects.toMatchObject({
      reason: 'key_replaced',
    })
    await instance.pass(HOUR)
    expect((await rest.get('/v1/orders', { as: old, ...from('203.0.113.7') })).status).toBe(401)
    expect((await rest.get('/v1/orders', { as: made, ...from('203.0.113.7') })).status).toBe(200)
  })

  it('at once ends the old key with the same request', async () => {
    const old = await make()
    expect((await rest.get('/v1/orders', { as: old })).status).toBe(200)
    const made = await instance.run(rotateKey, { id: old.id, overlap: 0 }, undefined, instance.system)
    expect((await rest.get('/v1/orders', { as: old })).status).toBe(401)
    expect((await rest.get('/v1/orders', { as: made })).status).toBe(200)
  })

  it('asked for twice at once makes one key', async () => {
    const { id } = await make()
    const rotate = () => instance.run(rotateKey, { id, overlap: HOUR }, undefined, instance.system)
    const expires = await Promise.allSettled([rotate(), rotate(), rotate()])
    expect(expires.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await shop.count('api_keys', 'id IN (SELECT replaced_by FROM api_keys WHERE id = $1)', id)).toBe(1)
  })

  it('hands the signing of payments on when the old key has ended', async () => {
    const old = await make()
    const order = await rest.post('/v1/orders', { amount: 10_000, currency: 'INR' }, { as: old })
    const secretOf = (id: string) => instance.runtime.signingSecret(instance.system, id)
    const made = await instance.run(rotateKey, { id: old.id, overlap: HOUR }, undefined, instance.system)
    expect(order.status).toBe(201)
    expect(await secretOf(old.id)).toBe(old.secret)
    await instance.pass(HOUR)
    expect(await secretOf(old.id)).toBe(made.secret)
    const latest = await instance.run(rotateKey, { id: made.id, overlap: 0 }, undefined, instance.system)
    expect(await secretOf(old.id)).toBe(latest.secret)
  })
})

describe('ceilings of refunds', () => {
  it('hold one refund, and all of 24 hours', async () => {
    const payment = await shop.captured(100_000)
    const as = await make({ refund_limit: 3000, refund_day_limit: 5000 })
    const refund = (amount: number) => shop.refund(payment, { amount }, { as })
    expect((await refund(3001)).error).toMatchObject({
      reason: 'key_refund_limit',
      field: 'amount',
      metadata: { payment_id: payment.id },
    })
    expect((await refund(3000)).status).toBe(201)
    const over = await refund(2001)
    expect(over.error).toMatchObject({ reason: 'key_refund_day_limit' })
    expect(over.error.description).toContain('2000 is left')
    expect((await refund(2000)).status).toBe(201)
    expect(await instance.run(getKeyDetails, { id: as.id }, undefined, instance.system)).toMatchObject({
      refunded_day: 5000,
    })
    expect((await refund(100)).error).toMatchObject({ reason: 'key_refund_day_limit' })
    // The limit does not apply to another key or to a person.
    expect((await shop.refund(payment, { amount: 6000 })).status).toBe(201)
    await instance.pass(DAY)
    expect((await refund(2500)).status).toBe(201)
  })

  it('count the refunds of a rotated key together with those of its old one', async () => {
    const payment = await shop.captured(100_000)
    const old = await make({ refund_day_limit: 5000 })
    expect((await shop.refund(payment, { amount: 4000 }, { as: old })).status).toBe(201)
    const made = await instance.run(rotateKey, { id: old.id, overlap: DAY }, undefined, instance.system)
    expect((await shop.refund(payment, { amount: 1001 }, { as: made })).status).toBe(400)
    expect((await shop.refund(payment, { amount: 600 }, { as: made })).status).toBe(201)
    expect((await shop.refund(payment, { amount: 500 }, { as: old })).status).toBe(400)
  })

  it('release the amount of a failed refund', async () => {
    const payment = await shop.captured(100_000)
    const as = await make({ refund_day_limit: 5000 })
    // A refund that ends in 13 paise fails at the simulated bank after a while.
    expect((await shop.refund(payment, { amount: 4913 }, { as })).status).toBe(201)
    expect((await shop.refund(payment, { amount: 1000 }, { as })).status).toBe(400)
    await instance.pass(120)
    expect((await shop.refund(payment, { amount: 1000 }, { as })).status).toBe(201)
  })

  it('hold when refunds of many payments come at once', async () => {
    const payments = await Promise.all(Array.from({ length: 12 }, () => shop.captured(10_000)))
    const old = await make({ refund_limit: 1000, refund_day_limit: 5000 })
    const made = await instance.run(rotateKey, { id: old.id, overlap: DAY }, undefined, instance.system)
    const responses = await Promise.all(
      payments.map((payment, at) => shop.refund(payment, { amount: 1000 }, { as: at % 2 ? old : made })),
    )
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(5)
    for (const { status, error } of responses.filter(({ status }) => status !== 201))
      expect([status, error.reason]).toEqual([400, 'key_refund_day_limit'])
    const [sum] = await shop.rows('SELECT sum(amount) AS sum FROM refunds WHERE key_id = ANY($1)', [
      old.id,
      made.id,
    ])
    expect(Number(sum.sum)).toBe(5000)
    expect(await instance.violations()).toEqual([])
  })
})

describe('the last use', () => {
  it('has the user agent, too', async () => {
    const as = await make()
    await rest.get('/v1/orders', { as, ...from('203.0.113.7') })
    await expect
      .poll(
        async () =>
          (await shop.rows('SELECT last_used_ip, last_used_agent FROM api_keys WHERE id = $1', as.id))[0],
        {
          timeout: 600_000,
          interval: 250,
        },
      )
      .toEqual({ last_used_ip: '203.0.113.7', last_used_agent: 'shop/2' })
  })
})

describe('what is written down', () => {
  it('is who did what to a key, and never its secret', async () => {
    const made = await make({ name: 'Audited' })
    const next = await instance.run(rotateKey, { id: made.id, overlap: 0 }, undefined, instance.system)
    const lines = await shop.lines(made.id)
    expect(lines.map(({ action }) => action)).toEqual(['create_key', 'rotate_key'])
    expect(lines[1].details).toMatchObject({ replaced_by: next.id, overlap: 0 })
    const all = JSON.stringify(await shop.rows('SELECT * FROM audit_lines'))
    for (const { secret } of [made, next]) expect(all).not.toContain(secret)
  })
})
