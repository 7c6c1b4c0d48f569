import { afterAll, beforeAll, expect, it } from 'vitest'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { rotateKey } from '#lib/domain/api-keys/rotate.ts'
import { warningDue } from '#lib/domain/api-keys/rules.ts'
import { updateKey } from '#lib/domain/api-keys/update.ts'
import { warnOfExpiry } from '#lib/domain/api-keys/warn-of-expiry.ts'
import { updateNotifications } from '#lib/domain/notifications/choose.ts'
import { fetchAttention } from '#lib/domain/overview/attention.ts'
import { warnOfExpiringKeys } from '#lib/jobs/warn-of-expiring-keys.ts'
import type { Actor } from '#lib/pipeline/operation.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { customRole } from '#lib/testing/custom-role.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import type { Permission } from '#lib/values/permissions.ts'
import { DAY, HOUR } from '#lib/values/time.ts'

let instance: Instance
let server: Authorization
let people: Record<'owner' | 'developer' | 'viewer' | 'quiet' | 'gone', Actor>
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
  people = {
    owner: await server.person('owner'),
    developer: await server.person('developer'),
    viewer: await server.person('viewer'),
    quiet: await server.person('admin'),
    gone: await server.person('admin'),
  }
  await instance.run(updateNotifications, { on: ['mention'] }, undefined, people.quiet)
  await instance.database.prisma.users.update({ where: { id: people.gone.id }, data: { disabled_at: 1 } })
})
afterAll(() => instance.close())

const make = (days: number, name = 'Shop') =>
  instance.run(createKey, { name, expires_at: instance.now() + days * DAY }, undefined, instance.system)
const work = () => Promise.all([1, 2, 3].map(() => warnOfExpiringKeys(instance.runtime)))
const mailsAbout = (id: string) =>
  instance.database.prisma.mails.findMany({
    where: { kind: 'key_expiring', object_id: id },
    orderBy: { id: 'asc' },
  })

it('is mailed 14 days and 3 days ahead, once each, by several workers, to those who manage keys', async () => {
  const { id } = await make(30)
  await work()
  expect(await mailsAbout(id)).toEqual([])
  await instance.pass(16 * DAY + HOUR)
  await work()
  await work()
  const first = await mailsAbout(id)
  const names = [people.owner.name, people.developer.name].sort()
  expect(first.map(({ recipient }) => recipient).sort()).toEqual(names)
  expect(first[0]).toMatchObject({ subject: 'The API key "Shop" expires in 14 days · Counterfoil' })
  expect(first[0]?.text).toContain(`/api-keys/${id}`)
  expect(first[0]?.text).toContain('It was never used.')
  await instance.pass(10 * DAY)
  await work()
  expect(await mailsAbout(id)).toHaveLength(2)
  await instance.pass(DAY)
  await work()
  await work()
  const all = await mailsAbout(id)
  expect(all).toHaveLength(4)
  expect(all.at(-1)?.subject).toContain('expires in 3 days')
  const lines = await instance.database.prisma.audit_lines.findMany({
    where: { action: 'warn_of_key_expiry', object_id: id },
    orderBy: { id: 'asc' },
  })
  expect(lines.map(({ actor_kind, details }) => [actor_kind, details])).toMatchObject([
    ['system', { name: 'Shop', days_ahead: 14, emails: 2 }],
    ['system', { name: 'Shop', days_ahead: 3, emails: 2 }],
  ])
})

it('is one mail after the worker was away, and none for keys that were made to last less, were replaced or ended', async () => {
  const [late, short, replaced, three] = [await make(30), await make(10), await make(30), await make(6)]
  await instance.run(rotateKey, { id: replaced.id, overlap: 7 * DAY }, undefined, instance.system)
  await work()
  for (const { id } of [late, short, replaced, three]) expect(await mailsAbout(id)).toEqual([])
  await instance.pass(5 * DAY)
  await work()
  expect(await mailsAbout(three.id)).toHaveLength(2)
  await instance.pass(23 * DAY)
  await work()
  expect((await mailsAbout(late.id)).map(({ subject }) => subject)).toEqual([
    'The API key "Shop" expires in 2 days · Counterfoil',
    'The API key "Shop" expires in 2 days · Counterfoil',
  ])
  for (const { id } of [short, replaced]) expect(await mailsAbout(id)).toEqual([])
})

it('starts over with another expiry', async () => {
  const { id } = await make(20)
  await instance.pass(7 * DAY)
  await work()
  expect(await mailsAbout(id)).toHaveLength(2)
  const same = { name: 'Shop', scopes: [], allowed_addresses: [], refund_limit: null, refund_day_limit: null }
  const expires_at = instance.now() + 15 * DAY
  await instance.run(updateKey, { id, ...same, expires_at }, undefined, instance.system)
  await work()
  expect(await mailsAbout(id)).toHaveLength(2)
  await instance.pass(2 * DAY)
  await work()
  expect(await mailsAbout(id)).toHaveLength(4)
})

it('shows under what needs attention, and apart within 3 days, to those who see keys', async () => {
  const counts = async (actor: Actor) => {
    const { ending_keys, urgent_keys } = await instance.run(fetchAttention, {}, undefined, actor)
    return [ending_keys, urgent_keys]
  }
  const [all = 0, urgent = 0] = await counts(people.owner)
  await make(13)
  await make(2)
  await make(15)
  expect(await counts(people.owner)).toEqual([all + 2, urgent + 1])
  expect(await counts(people.developer)).toEqual([all + 2, urgent + 1])
  expect(await counts(people.viewer)).toEqual([0, 0])
})

it('is mailed to a role of the merchant that manages keys, and not to one that only sees them', async () => {
  const roleOf = async (person: Actor, permissions: Permission[]) => {
    const role = await customRole(instance, people.owner, permissions)
    await instance.runtime.query('UPDATE memberships SET role = $1 WHERE user_id = $2', [role, person.id])
  }
  const [manages, sees] = [await server.person('viewer'), await server.person('viewer')]
  await roleOf(manages, ['keys:read', 'keys:write'])
  await roleOf(sees, ['keys:read', 'payments:read'])
  const { id } = await make(15)
  await instance.pass(2 * DAY)
  await work()
  const names = [people.owner.name, people.developer.name, manages.name].sort()
  expect((await mailsAbout(id)).map(({ recipient }) => recipient).sort()).toEqual(names)
  await instance.runtime.query('DELETE FROM memberships WHERE user_id = ANY($1)', [[manages.id, sees.id]])
})

it('reminds each year of a key that never expires, once, until it is replaced', async () => {
  const { id } = await instance.run(
    createKey,
    { name: 'Server', expires_at: null },
    undefined,
    instance.system,
  )
  await instance.pass(364 * DAY)
  await work()
  expect(await mailsAbout(id)).toEqual([])
  await instance.pass(DAY)
  await work()
  await work()
  const first = await mailsAbout(id)
  const receivers = [...new Set(first.map(({ recipient }) => recipient))]
  expect(first).toHaveLength(receivers.length)
  expect(receivers).toEqual(expect.arrayContaining([people.owner.name, people.developer.name]))
  expect(first[0]?.subject).toBe('The API key "Server" is a year old and never expires · Counterfoil')
  expect(first[0]?.text).toContain('Otherwise revoke it.')
  await instance.pass(365 * DAY)
  await work()
  const second = await mailsAbout(id)
  expect(second).toHaveLength(2 * receivers.length)
  expect(second.at(-1)?.subject).toContain('is 2 years old')
  const line = await instance.database.prisma.audit_lines.findFirst({
    where: { action: 'warn_of_key_expiry', object_id: id },
  })
  expect(line?.details).toMatchObject({ name: 'Server', reminder: true })
  await instance.run(rotateKey, { id, overlap: 0 }, undefined, instance.system)
  await instance.pass(365 * DAY)
  await work()
  expect(await mailsAbout(id)).toHaveLength(2 * receivers.length)
})

it('is the work of the server alone', async () => {
  const { id } = await make(2)
  await expect(instance.run(warnOfExpiry, { id }, undefined, people.owner)).rejects.toMatchObject({
    reason: 'permission_denied',
  })
})

it.each([
  ['long before', { at: 15 }, null],
  ['14 days ahead', { at: 14 }, 14],
  ['after that warning', { at: 10, warned: 14 }, null],
  ['3 days ahead', { at: 3, warned: 14 }, 3],
  ['after both', { at: 1, warned: 3 }, null],
  ['when the first was missed', { at: 2 }, 3],
  ['for a key of 10 days', { at: 10, lasts: 10 }, null],
  ['for a key of 10 days, 3 days ahead', { at: 3, lasts: 10 }, 3],
  ['for a key of 2 days', { at: 1, lasts: 2 }, null],
  ['once it has expired', { at: 0 }, null],
])('%s', (_, { at, warned, lasts = 90 }: { at: number; warned?: number; lasts?: number }, due) => {
  const expires_at = 1000 * DAY
  const key = {
    created_at: expires_at - lasts * DAY,
    expires_at,
    revoked_at: null,
    replaced_by: null,
    warned_expiry: warned === undefined ? null : expires_at,
    warned_days: warned ?? null,
  }
  expect(warningDue(key, expires_at - at * DAY)).toBe(due)
})
