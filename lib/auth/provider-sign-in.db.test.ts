import { generateKeyPairSync } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { resetLimits } from '#lib/auth/limits.ts'
import { hashPassword } from '#lib/auth/password.ts'
import {
  beginProviderSignIn,
  finishProviderSignIn,
  isSecondFactor,
  otherAccountPrompt,
} from '#lib/auth/provider-sign-in.ts'
import { finishSignIn } from '#lib/auth/second-factor.ts'
import { beginSession, findSession } from '#lib/auth/sessions.ts'
import { signIn as passwordSignIn } from '#lib/auth/sign-in.ts'
import { updateSecondFactorRoles } from '#lib/domain/merchants/second-factor-roles.ts'
import { getProfile } from '#lib/domain/profile/get.ts'
import { unlinkSignIn } from '#lib/domain/profile/sessions.ts'
import { disableUser, enableUser } from '#lib/domain/users/disable.ts'
import { sendSignInLinkEmail } from '#lib/domain/users/sign-in-link-email.ts'
import type { Actor, Runtime } from '#lib/pipeline/operation.ts'
import { createLog } from '#lib/process/log.ts'
import { type Authorization, openAuthorization } from '#lib/testing/authorization.ts'
import {
  type IdentityProvider,
  openIdentityProvider,
  throughProvider,
} from '#lib/testing/identity-provider.ts'
import { type Instance, openInstance } from '#lib/testing/instance.ts'
import { needsOtherAccount, PROVIDER_FAILURES } from '#lib/values/provider-failure.ts'

const hoisted = vi.hoisted(() => ({ database: undefined as unknown }))
vi.mock('#lib/database/client.ts', async (original) => ({
  ...(await original<typeof import('#lib/database/client.ts')>()),
  database: () => hoisted.database,
}))

const BACK = 'http://localhost:3000/login/provider/callback'
const FROM = { ip: '203.0.113.9', userAgent: 'Mozilla/5.0 Firefox/140.0' }
const lines: string[] = []

let instance: Instance
let server: Authorization
let company: IdentityProvider
beforeAll(async () => {
  company = await openIdentityProvider({ redirectUri: BACK })
  instance = await openInstance()
  hoisted.database = instance.database
  server = await openAuthorization(instance)
  // After the settings of the authorization server, which replace these.
  vi.stubEnv('SECRET_KEY', Buffer.alloc(32, 9).toString('base64'))
  vi.stubEnv('OIDC_ISSUER', company.issuer)
  vi.stubEnv('OIDC_CLIENT_ID', company.clientId)
  vi.stubEnv('OIDC_CLIENT_SECRET', company.clientSecret)
  vi.stubEnv('OIDC_NAME', 'Company')
  Object.assign(globalThis, {
    counterfoilRuntime: instance.runtime as Runtime,
    counterfoilLog: createLog('info', { write: (line: string) => void lines.push(line) }),
  })
})
beforeEach(() => resetLimits())
afterEach(() => {
  company.state.replace = null
  vi.stubEnv('OIDC_SECOND_FACTOR', '')
})
afterAll(async () => {
  await instance.close()
  await company.close()
})

async function begun() {
  const outcome = await beginProviderSignIn('/payments?status=paid', FROM)
  return 'failure' in outcome ? expect.fail(outcome.failure) : outcome
}

/** Signs in at the provider as an account, and comes back. */
async function signIn(sub: string, claims?: object, more: { amr?: string[]; acr?: string } = {}) {
  company.state.next = { sub, ...(claims ? { claims } : {}), ...more }
  const { url, cookie } = await begun()
  return finishProviderSignIn(await throughProvider(url, BACK), cookie, FROM)
}
const verified = (email: string) => ({ email, email_verified: true })
const auditOf = (person: Actor, action: string) =>
  instance.database.prisma.audit_lines.findMany({
    where: { object_id: person.id, action },
    orderBy: { id: 'asc' },
  })
const linksOf = (person: Actor) =>
  instance.database.prisma.sign_in_links.findMany({ where: { user_id: person.id } })

describe('a sign-in with the identity provider', () => {
  it('links a person by their verified email once, and knows the account by its subject from then on', async () => {
    const person = await server.person('finance')
    const first = await signIn('s-1', verified(person.name.toUpperCase()))
    expect(first).toMatchObject({ ok: true, returnTo: '/payments?status=paid', user: { id: person.id } })
    expect(await linksOf(person)).toMatchObject([{ issuer: company.issuer, subject: 's-1' }])
    const session = 'sessionId' in first ? await findSession(first.sessionId) : expect.fail()
    expect(session).toMatchObject({ user: { email: person.name }, confirmed_until: null })
    expect((await instance.run(getProfile, {}, undefined, person)).sessions[0]).toMatchObject({
      ip: '203.0.113.9',
    })
    // The email at the provider is another one now, which no person here has.
    expect(await signIn('s-1', verified('moved@example.com'))).toMatchObject({
      ok: true,
      user: { id: person.id },
    })

    const audit = await auditOf(person, 'sign_in_with_provider')
    // In each account of the merchant, test and live.
    expect(audit).toHaveLength(4)
    expect(audit[0]).toMatchObject({ actor_kind: 'user', actor_name: person.name, ip: '203.0.113.9' })
    expect(audit[0]?.details).toMatchObject({
      provider: 'Company',
      before: { linked_sign_in: null },
      after: { linked_sign_in: company.issuer },
      second_factor: 'none',
    })
    expect(audit[3]?.details).not.toHaveProperty('after')
    const mails = await instance.database.prisma.mails.findMany({ where: { recipient: person.name } })
    expect(mails.filter(({ subject }) => subject.startsWith('A sign-in was linked'))).toHaveLength(1)
  })

  it('asks for another account when the last one failed', async () => {
    for (const otherAccount of [false, true]) {
      const outcome = await beginProviderSignIn('/', FROM, otherAccount)
      const { searchParams } = new URL('url' in outcome ? outcome.url : expect.fail(outcome.failure))
      expect(searchParams.get('prompt')).toBe(otherAccount ? 'login' : null)
    }
    expect(otherAccountPrompt({})).toBe('login')
    expect(otherAccountPrompt({ prompt_values_supported: ['login', 'none'] })).toBe('login')
    expect(otherAccountPrompt({ prompt_values_supported: ['login', 'select_account'] })).toBe(
      'select_account',
    )
    const failures = PROVIDER_FAILURES.filter(needsOtherAccount)
    expect(failures).toEqual(['denied', 'unverified', 'unknown', 'disabled'])
  })

  it('finds no person for an email that is not verified, missing, or unknown here', async () => {
    const person = await server.person('viewer')
    for (const claims of [
      { email: person.name },
      { email: person.name, email_verified: false },
      { name: 'A' },
    ])
      expect(await signIn('s-2', claims), JSON.stringify(claims)).toMatchObject({
        ok: false,
        failure: 'unverified',
      })
    expect(await signIn('s-3', verified('stranger@example.com'))).toMatchObject({ failure: 'unknown' })
    expect(await linksOf(person)).toEqual([])
    expect(await instance.database.prisma.users.count({ where: { email: 'stranger@example.com' } })).toBe(0)
  })

  it('does not let another account of the provider in that has the email of a linked person', async () => {
    const person = await server.person('admin')
    expect(await signIn('s-4', verified(person.name))).toMatchObject({ ok: true })
    expect(await signIn('s-5', verified(person.name))).toMatchObject({ ok: false, failure: 'unknown' })
    expect(await linksOf(person)).toMatchObject([{ subject: 's-4' }])
  })

  it('links once when two sign-ins come back together', async () => {
    const person = await server.person('viewer')
    company.state.next = { sub: 's-6', claims: verified(person.name) }
    const both = [await begun(), await begun()]
    const back = await Promise.all(both.map(({ url }) => throughProvider(url, BACK)))
    const range = await Promise.all(
      both.map(({ cookie }, at) => finishProviderSignIn(back[at] ?? '', cookie, FROM)),
    )
    expect(range.map(({ ok }) => ok)).toEqual([true, true])
    expect(await linksOf(person)).toHaveLength(1)
  })

  it('rejects a disabled person, linked or not, and says so in the audit log', async () => {
    const person = await server.person('viewer')
    await instance.run(disableUser, { email: person.name, revoke_keys: false }, undefined, instance.system)
    expect(await signIn('s-7', verified(person.name))).toMatchObject({ ok: false, failure: 'disabled' })
    expect(await linksOf(person)).toEqual([])
    await instance.run(enableUser, { email: person.name }, undefined, instance.system)
    expect(await signIn('s-7', verified(person.name))).toMatchObject({ ok: true })
    await instance.run(disableUser, { email: person.name, revoke_keys: false }, undefined, instance.system)
    expect(await signIn('s-7', verified(person.name))).toMatchObject({ ok: false, failure: 'disabled' })
    const refused = (await auditOf(person, 'sign_in_with_provider')).filter(
      ({ details }) => (details as { refused?: string }).refused === 'disabled',
    )
    expect(refused).toHaveLength(4)
  })

  it('ends what opened an account whose email was never proven, at the first link alone', async () => {
    const [proven, unproven] = [await server.person('viewer'), await server.person('viewer')]
    const { users, sessions, totp_secrets } = instance.database.prisma
    const password_hash = await hashPassword('the inviter knows this')
    await users.update({ where: { id: unproven.id }, data: { email_proven_at: null } })
    for (const { id } of [proven, unproven]) {
      await users.update({ where: { id }, data: { password_hash } })
      await totp_secrets.create({
        data: { user_id: id, secret_encrypted: new Uint8Array(8), confirmed_at: 1, created_at: 1 },
      })
    }
    const begin = async ({ id }: Actor) =>
      (await beginSession(id, FROM, { factors: ['password'], passwordHash: password_hash })) ?? 'none'
    const [stored, ended] = [await begin(proven), await begin(unproven)]
    const link = (person: Actor) => signIn(`u-${person.id}`, verified(person.name))
    expect(await link(proven)).toMatchObject({ ok: false, firstStep: expect.any(String) })
    expect(await findSession(stored)).toMatchObject({ id: stored })
    // The app of the inviter asks for no code: it has ended, too.
    const first = await link(unproven)
    expect(first).toMatchObject({ ok: true, user: { id: unproven.id } })
    expect(await findSession(ended)).toEqual({ ended: 'ended' })
    const byPassword = () =>
      passwordSignIn({ email: unproven.name, password: 'the inviter knows this' }, FROM)
    expect(await byPassword()).toEqual({ ok: false, wait: 0 })
    // A sign-in whose password was checked just before begins no session any more.
    expect(await begin(unproven)).toBe('none')
    const session = 'sessionId' in first ? await findSession(first.sessionId) : expect.fail()
    expect(session).toMatchObject({ confirmed_until: expect.any(Number), has_code: false })
    const [line] = await auditOf(unproven, 'sign_in_with_provider')
    expect(line?.details).toMatchObject({
      ended: { password: true, sessions: 1, grants: 0, passkeys: 0, authenticator_app: true },
    })
    const mail = await instance.database.prisma.mails.findFirst({ where: { recipient: unproven.name } })
    expect(mail?.text).toContain('Set a new password')
    // What is set up from now on stays.
    await users.update({ where: { id: unproven.id }, data: { password_hash } })
    const after = await begin(unproven)
    expect(await link(unproven)).toMatchObject({ ok: true })
    expect(await findSession(after)).toMatchObject({ id: after })
    expect(await sessions.count({ where: { user_id: unproven.id, ended_at: null } })).toBe(3)
  })

  it('is unlinked by the person, who is emailed', async () => {
    const person = await server.person('viewer')
    await signIn('s-8', verified(person.name))
    const { sign_in_links } = await instance.run(getProfile, {}, undefined, person)
    const id = sign_in_links[0]?.id ?? ''
    const other = await server.person('viewer')
    await expect(instance.run(unlinkSignIn, { id }, undefined, other, true)).rejects.toMatchObject({
      reason: 'record_not_found',
    })
    await expect(instance.run(unlinkSignIn, { id }, undefined, person)).rejects.toMatchObject({
      reason: 'password_required',
    })
    await instance.run(unlinkSignIn, { id }, undefined, person, true)
    expect(await linksOf(person)).toEqual([])
    const [line] = await auditOf(person, 'unlink_sign_in')
    expect(line?.details).toMatchObject({
      before: { linked_sign_in: company.issuer },
      after: { linked_sign_in: null },
    })
    const mails = await instance.database.prisma.mails.findMany({ where: { recipient: person.name } })
    expect(mails.map(({ subject }) => subject)).toContain('A sign-in was unlinked · Counterfoil')
    await expect(
      instance.run(sendSignInLinkEmail, { id }, undefined, await server.person('owner')),
    ).rejects.toMatchObject({ reason: 'permission_denied' })
  })
})

describe('the second factor', () => {
  it('is the code of the authenticator app, unless the provider checked several factors itself', async () => {
    const person = await server.person('viewer')
    await instance.database.prisma.totp_secrets.create({
      data: { user_id: person.id, secret_encrypted: new Uint8Array(8), confirmed_at: 1, created_at: 1 },
    })
    const alone = await signIn('s-9', verified(person.name), { amr: ['pwd'] })
    expect(alone).toMatchObject({ ok: false, firstStep: expect.any(String) })
    const step = 'firstStep' in alone ? alone.firstStep : undefined
    expect(await finishSignIn(step, '12345-67890', FROM)).toEqual({ ok: false, wait: 0 })
    expect(await signIn('s-9', undefined, { amr: ['pwd', 'mfa'] })).toMatchObject({ ok: true })
    vi.stubEnv('OIDC_SECOND_FACTOR', 'never')
    expect(await signIn('s-9', undefined, { amr: ['pwd', 'mfa'] })).toMatchObject({ ok: false })
    vi.stubEnv('OIDC_SECOND_FACTOR', 'always')
    expect(await signIn('s-9')).toMatchObject({ ok: true })
  })

  it('is recorded in the session as the provider says, and a code beside it', async () => {
    const person = await server.person('viewer')
    const factorsOf = async (outcome: Awaited<ReturnType<typeof signIn>>) => {
      const id = 'sessionId' in outcome ? outcome.sessionId : expect.fail()
      return (await instance.database.prisma.sessions.findUniqueOrThrow({ where: { id } })).factors
    }
    expect(await factorsOf(await signIn('s-11', verified(person.name), { amr: ['pwd'] }))).toEqual([
      'provider',
    ])
    for (const attested of [{ amr: ['mfa'] }, { acr: 'phrh' }])
      expect(await factorsOf(await signIn('s-11', undefined, attested))).toEqual([
        'provider',
        'provider_second_factor',
      ])
  })

  it('of the provider is enough where a role requires one, for that session', async () => {
    const person = await server.person('support')
    await instance.run(
      updateSecondFactorRoles,
      { roles: ['support'] },
      undefined,
      await server.person('owner'),
      true,
    )
    const lockedIn = async (outcome: Awaited<ReturnType<typeof signIn>>) => {
      const session = 'sessionId' in outcome ? await findSession(outcome.sessionId) : expect.fail()
      return 'ended' in session ? expect.fail() : session.memberships.map(({ locked }) => locked)
    }
    expect(await lockedIn(await signIn('s-10', verified(person.name)))).toEqual([true, true])
    expect(await lockedIn(await signIn('s-10', undefined, { amr: ['mfa'] }))).toEqual([false, false])
  })

  it('is read from amr and acr', () => {
    const claimed = { secondFactor: 'claimed' as const }
    expect(isSecondFactor(claimed, {})).toBe(false)
    expect(isSecondFactor(claimed, { amr: ['pwd', 'otp'] })).toBe(false)
    expect(isSecondFactor(claimed, { amr: 'mfa' })).toBe(false)
    expect(isSecondFactor(claimed, { amr: ['mfa'] })).toBe(true)
    expect(isSecondFactor(claimed, { acr: 'phrh' })).toBe(true)
    expect(isSecondFactor({ secondFactor: 'never' }, { amr: ['mfa'] })).toBe(false)
    expect(isSecondFactor({ secondFactor: 'always' }, {})).toBe(true)
  })
})

describe('a response that is not in order', () => {
  /** A person who is let in with an untouched response. */
  async function response(sub: string) {
    const person = await server.person('viewer')
    company.state.next = { sub, claims: verified(person.name) }
    const { url, cookie } = await begun()
    return { person, url, cookie }
  }
  const failure = async (search: string, cookie: string | undefined) => {
    const outcome = await finishProviderSignIn(search, cookie, FROM)
    return 'failure' in outcome ? outcome.failure : 'none'
  }
  const changed = (search: string, name: string, value: string) => {
    const query = new URLSearchParams(search)
    query.set(name, value)
    return `?${query}`
  }

  it('another state, no cookie, or one of another sign-in, is one that expired', async () => {
    const { url, cookie } = await response('t-1')
    const search = await throughProvider(url, BACK)
    expect(await failure(changed(search, 'state', 'other'), cookie)).toBe('expired')
    expect(await failure(search, undefined)).toBe('expired')
    expect(
      await failure(
        search,
        cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')),
      ),
    ).toBe('expired')
    expect(await failure(search, (await begun()).cookie)).toBe('expired')
    expect(await failure('', cookie)).toBe('expired')
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] })
    expect(await failure(search, cookie)).toBe('expired')
    vi.useRealTimers()
  })

  it('a replayed one, another issuer, code or nonce is rejected', async () => {
    const { url, cookie, person } = await response('t-2')
    const search = await throughProvider(url, BACK)
    expect(await failure(changed(search, 'iss', 'https://elsewhere.example'), cookie)).toBe('rejected')
    expect(await failure(changed(search, 'code', 'x'.repeat(43)), cookie)).toBe('rejected')
    expect(await failure(search, cookie)).toBe('none')
    expect(await failure(search, cookie)).toBe('rejected')
    const again = await begun()
    const attacked = new URL(again.url)
    attacked.searchParams.set('nonce', 'of the attacker')
    expect(await failure(await throughProvider(attacked.href, BACK), again.cookie)).toBe('rejected')
    expect(await auditOf(person, 'sign_in_with_provider')).toHaveLength(2)
  })

  it('a token that another key has signed is rejected', async () => {
    delete (globalThis as { counterfoilIdentityProvider?: unknown }).counterfoilIdentityProvider
    const { url, cookie } = await response('t-3')
    company.state.replace = (path, response) => {
      if (path !== '/jwks') return false
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ keys: [OTHER_KEY] }))
      return true
    }
    expect(await failure(await throughProvider(url, BACK), cookie)).toBe('rejected')
    delete (globalThis as { counterfoilIdentityProvider?: unknown }).counterfoilIdentityProvider
  })

  it('a person who cancels there is told so', async () => {
    company.state.next = { sub: 'denied' }
    const { url, cookie } = await begun()
    expect(await failure(await throughProvider(url, BACK), cookie)).toBe('denied')
  })

  it('a provider that is down, endless or wrong does not respond, and is asked again at the next attempt', async () => {
    const failing = async (replace: NonNullable<typeof company.state.replace>) => {
      delete (globalThis as { counterfoilIdentityProvider?: unknown }).counterfoilIdentityProvider
      company.state.replace = replace
      return beginProviderSignIn('/', FROM)
    }
    const unreachable = { failure: 'unreachable' }
    expect(await failing((_, response) => Boolean(response.writeHead(500).end('down')))).toEqual(unreachable)
    expect(await failing((_, response) => Boolean(response.destroy()))).toEqual(unreachable)
    const long = JSON.stringify({ issuer: company.issuer, padding: 'x'.repeat(300_000) })
    expect(
      await failing((_, response) =>
        Boolean(response.writeHead(200, { 'content-type': 'application/json' }).end(long)),
      ),
    ).toEqual(unreachable)
    company.state.replace = null
    expect(await beginProviderSignIn('/', FROM)).toHaveProperty('url')
  })

  it('leaves neither code, state nor token in the log', () => {
    expect(lines.filter((line) => line.includes('identity provider')).length).toBeGreaterThan(5)
    for (const line of lines) expect(line).not.toMatch(/code=|state=|eyJ|a secret of the client/)
  })
})

it('many attempts from one network wait, and without settings there is no provider', async () => {
  for (let attempt = 0; attempt < 200; attempt += 1) await beginProviderSignIn('/', FROM)
  expect(await beginProviderSignIn('/', FROM)).toEqual({ failure: 'wait' })
  expect(await finishProviderSignIn('', undefined, FROM)).toMatchObject({ failure: 'wait' })
  vi.stubEnv('OIDC_ISSUER', '')
  vi.stubEnv('OIDC_CLIENT_ID', '')
  vi.stubEnv('OIDC_CLIENT_SECRET', '')
  expect(await beginProviderSignIn('/', FROM)).toEqual({ failure: 'off' })
})

/** The public half of an RSA key that the provider does not have, under the name of its own. */
const OTHER_KEY = {
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).publicKey.export({ format: 'jwk' }),
  use: 'sig',
  kid: 'first',
}
