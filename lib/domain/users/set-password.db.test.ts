import { afterAll, beforeAll, expect, it } from 'vitest'
import { proveEmail } from '#lib/domain/users/prove-email.ts'
import { setPassword } from '#lib/domain/users/reset-password.ts'
import { bearerOf } from '#lib/oauth/bearer.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'

let instance: Instance
let server: Authorization
beforeAll(async () => {
  instance = await openInstance()
  server = await openAuthorization(instance)
})
afterAll(() => instance.close())

const bearer = (token: string) => bearerOf(instance.runtime.query, token, Math.floor(Date.now() / 1000))

it('a new password ends what was begun with the old one, and nothing of other people', async () => {
  const { token, refresh, actor, client_id } = await server.tokenOf('read_only orders:write')
  const other = await server.tokenOf('read_only')
  for (const id of ['ses_here', 'ses_there'])
    await instance.runtime.query(
      `INSERT INTO sessions (id, user_id, created_at, last_seen_at, expires_at) VALUES ($1, $2, 1, 1, 9999999999)`,
      [id, actor.id],
    )
  const ended = await instance.database.prisma.$transaction((tables) =>
    setPassword(tables, actor.id, 'another', Date.now(), { by: 'themselves', keep: 'ses_here' }),
  )
  expect(ended).toEqual({ sessions: 1, grants: 1 })
  expect(await bearer(token)).toBeNull()
  const response = await server.form('/token', {
    grant_type: 'refresh_token',
    client_id,
    refresh_token: refresh,
  })
  expect(response.status).toBe(400)
  expect(await bearer(other.token)).not.toBeNull()
  const { rows } = await instance.runtime.query(
    `SELECT (SELECT revoked_reason FROM oauth_grants WHERE user_id = $1) AS reason,
            (SELECT ended_at IS NULL FROM sessions WHERE id = 'ses_here') AS here,
            (SELECT ended_at IS NULL FROM sessions WHERE id = 'ses_there') AS there,
            (SELECT password_hash FROM users WHERE id = $1) AS hash`,
    [actor.id],
  )
  expect(rows[0]).toEqual({ reason: 'password_changed', here: true, there: false, hash: 'another' })
})

it('the first proof of an email ends everything that opened the account, once, and of no one else', async () => {
  const { token, actor } = await server.tokenOf('read_only')
  const other = await server.tokenOf('read_only')
  const { prisma } = instance.database
  const user_id = actor.id
  const named = (id: string) => ({ id: `${id}_${user_id}`, user_id })
  await prisma.users.update({ where: { id: user_id }, data: { email_proven_at: null } })
  await prisma.sessions.create({
    data: { ...named('ses'), created_at: 1, last_seen_at: 1, expires_at: 9_999_999_999 },
  })
  await prisma.totp_secrets.create({
    data: { user_id, secret_encrypted: new Uint8Array(8), confirmed_at: 1, created_at: 1 },
  })
  await prisma.recovery_codes.create({ data: { user_id, code_hash: new Uint8Array(8), created_at: 1 } })
  await prisma.passkeys.create({
    data: {
      ...named('psk'),
      credential_id: user_id,
      public_key: new Uint8Array(8),
      counter: 0,
      transports: [],
      name: 'Laptop',
      backed_up: false,
      created_at: 1,
    },
  })
  await prisma.password_resets.create({
    data: { ...named('pwr'), created_by: 'an owner', created_at: 1, expires_at: 9_999_999_999 },
  })
  const prove = () =>
    prisma.$transaction((tables) =>
      proveEmail(tables, { id: user_id, email: actor.name }, 'a hash', Date.now()),
    )
  const proofs = await Promise.all([prove(), prove()])
  expect(proofs.filter((one) => one !== null)).toEqual([
    { sessions: 1, grants: 1, passkeys: 1, authenticator_app: true },
  ])
  expect(await bearer(token)).toBeNull()
  expect(await bearer(other.token)).not.toBeNull()
  expect(await prisma.sessions.count({ where: { user_id, ended_at: null } })).toBe(0)
  expect(await prisma.password_resets.count({ where: { user_id, used_at: null } })).toBe(0)
  for (const left of [
    await prisma.totp_secrets.count({ where: { user_id } }),
    await prisma.recovery_codes.count({ where: { user_id } }),
    await prisma.passkeys.count({ where: { user_id } }),
  ])
    expect(left).toBe(0)
  expect(await prisma.users.findUnique({ where: { id: user_id } })).toMatchObject({
    password_hash: 'a hash',
    email_proven_at: expect.anything(),
  })
})

it('who comes back to a merchant finds nothing of what they let there before', async () => {
  const { token, actor } = await server.tokenOf('read_only')
  const { rows } = await instance.runtime.query('DELETE FROM memberships WHERE user_id = $1 RETURNING *', [
    actor.id,
  ])
  expect(await bearer(token)).toBeNull()
  await instance.runtime.query(
    `INSERT INTO memberships (merchant_id, user_id, role, created_at) VALUES ($1, $2, 'owner', $3)`,
    [rows[0]?.merchant_id, actor.id, Math.floor(Date.now() / 1000) + 5],
  )
  expect(await bearer(token)).toBeNull()
})

it('who is disabled acts through nothing, and refreshes nothing', async () => {
  const { token, refresh, actor, client_id } = await server.tokenOf('read_only')
  await instance.runtime.query('UPDATE users SET disabled_at = 1 WHERE id = $1', [actor.id])
  expect(await bearer(token)).toBeNull()
  const response = await server.form('/token', {
    grant_type: 'refresh_token',
    client_id,
    refresh_token: refresh,
  })
  expect(response.status).toBe(400)
})

it('a lowered role removes permissions from a token, and restoring the role restores them', async () => {
  const { token, actor } = await server.tokenOf('read_only refunds:write wallet:write')
  const role = (name: string) =>
    instance.runtime.query('UPDATE memberships SET role = $2 WHERE user_id = $1', [actor.id, name])
  await role('viewer')
  const lowered = await bearer(token)
  expect([...(lowered?.actor.permissions ?? [])].filter((one) => one.endsWith(':write'))).toEqual([])
  expect(lowered?.actor.permissions.has('payments:read')).toBe(true)
  await role('owner')
  expect((await bearer(token))?.actor.permissions.has('refunds:write')).toBe(true)
})
