import { systemActor } from '#lib/auth/system-actor.ts'
import { removeSecondFactor } from '#lib/domain/profile/second-factor.ts'
import { ROLE_JOIN } from '#lib/domain/roles/find.ts'
import { disableUser, enableUser } from '#lib/domain/users/disable.ts'
import { removeUser } from '#lib/domain/users/remove.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { newId } from '#lib/values/id.ts'
import type { Output, Values } from './command.ts'
import { ACTOR, findMerchant, type Instance, withInstance } from './instance.ts'

type Listed = {
  email: string
  name: string
  state: string
  merchants: { merchant_id: string; role: string }[]
}

/** `user list` */
export async function listAccess(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const users = await peopleIn(instance, { merchant: text(values.merchant) })
    return { json: { users }, text: users.map(lineOf).join('\n') || 'No users found.' }
  })
}

/** `user show` */
export async function show(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const email = emailOf(values)
    const [user] = await peopleIn(instance, { email })
    if (!user) throw new CannotStart(`There is no user with the email ${email}.`)
    const now = Math.floor(Date.now() / 1000)
    const { rows } = await instance.runtime.query<{ sessions: number; grants: number; keys: Key[] }>(
      `SELECT (SELECT count(*)::int FROM sessions WHERE user_id = person.id AND ended_at IS NULL AND expires_at > $2) AS sessions,
              (SELECT count(*)::int FROM oauth_grants WHERE user_id = person.id AND revoked_at IS NULL AND expires_at > $2) AS grants,
              (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY id), '[]') FROM api_keys
               WHERE created_by = 'user:' || person.email AND revoked_at IS NULL
                 AND (expires_at IS NULL OR expires_at > $2)) AS keys
       FROM users person WHERE lower(person.email) = $1`,
      [email, now],
    )
    const { sessions, grants, keys } = rows[0] ?? { sessions: 0, grants: 0, keys: [] }
    return {
      json: { ...user, sessions, grants, keys },
      text: [
        lineOf(user),
        `Open sessions ${sessions}, connected apps ${grants}`,
        ...keyLines(keys, false),
      ].join('\n'),
    }
  })
}

/** `user disable` */
export async function disable(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const input = { email: emailOf(values), revoke_keys: values['revoke-keys'] === true }
    const actor = await actorFor(instance, input.email)
    const { value } = await execute(instance.runtime, disableUser, actor, input, meta())
    return { json: value, text: endedText(`${value.email} is disabled`, value) }
  })
}

/** `user enable` */
export async function enable(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const email = emailOf(values)
    const { value } = await execute(
      instance.runtime,
      enableUser,
      await actorFor(instance, email),
      { email },
      meta(),
    )
    return {
      json: value,
      text: `${value.email} can sign in again. Ended sessions, apps and keys stay ended.`,
    }
  })
}

/** `user second-factor` */
export async function removeFactors(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const email = emailOf(values)
    const { rows } = await instance.runtime.query<{ id: string }>(
      'SELECT id FROM users WHERE lower(email) = $1',
      [email],
    )
    const id = rows[0]?.id
    if (id === undefined) throw new CannotStart(`There is no user with the email ${email}.`)
    const actor = await actorFor(instance, email)
    const { value } = await execute(instance.runtime, removeSecondFactor, actor, { id }, meta())
    const sentence = `${value.email} has no second factor any more. Their sessions have ended.`
    return { json: value, text: sentence }
  })
}

/** `user remove` */
export async function remove(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const merchant = await instance.transaction((tables) => findMerchant(tables, String(values.merchant)))
    const account = merchant.accounts.find(({ mode }) => mode === 'live') ?? merchant.accounts[0]
    if (!account) throw new Error(`The merchant ${merchant.id} has no account.`)
    const actor = await systemActor(instance.runtime.query, account.id, ACTOR)
    const input = { email: emailOf(values), revoke_keys: values['revoke-keys'] === true }
    const { value } = await execute(instance.runtime, removeUser, actor, input, meta())
    return { json: value, text: endedText(`${value.email} is removed from ${merchant.name}`, value) }
  })
}

type Key = { id: string; name: string }
type Ended = { sessions: number; grants: number; keys: Key[]; keys_revoked: boolean }

function endedText(sentence: string, { sessions, grants, keys, keys_revoked }: Ended): string {
  return [
    `${sentence}. Ended sessions: ${sessions}, connected apps: ${grants}.`,
    ...keyLines(keys, keys_revoked),
  ].join('\n')
}

function keyLines(keys: Key[], revoked: boolean): string[] {
  if (keys.length === 0) return ['API keys created by this user that still work: none']
  const head = revoked
    ? 'API keys created by this user, now revoked:'
    : 'API keys created by this user that still work (revoke one with `keys revoke <key>`):'
  return [head, ...keys.map(({ id, name }) => `  ${id}  ${name}`)]
}

/** The platform in an account that a person belongs to, or in any where they belong to none. */
async function actorFor({ runtime }: Instance, email: string) {
  const { rows } = await runtime.query<{ id: string }>(
    `SELECT account.id FROM accounts account
     LEFT JOIN users person ON lower(person.email) = $1
     LEFT JOIN memberships membership ON membership.merchant_id = account.merchant_id AND membership.user_id = person.id
     ORDER BY membership.user_id IS NULL, account.mode, account.id LIMIT 1`,
    [email],
  )
  if (!rows[0]) throw new CannotStart('There is no merchant yet. Create one with `merchant create`.')
  return systemActor(runtime.query, rows[0].id, ACTOR)
}

async function peopleIn(
  { runtime }: Instance,
  which: { email?: string; merchant?: string | undefined },
): Promise<Listed[]> {
  const { rows } = await runtime.query<Listed>(
    `SELECT person.email, person.name, CASE WHEN person.disabled_at IS NULL THEN 'active' ELSE 'disabled' END AS state,
            coalesce(json_agg(json_build_object('merchant_id', membership.merchant_id, 'role', coalesce(custom.name, membership.role))
              ORDER BY membership.merchant_id) FILTER (WHERE membership.user_id IS NOT NULL), '[]') AS merchants
     FROM users person LEFT JOIN memberships membership ON membership.user_id = person.id
     ${ROLE_JOIN}
     WHERE ($1::text IS NULL OR lower(person.email) = $1)
       AND ($2::text IS NULL OR EXISTS (SELECT 1 FROM memberships own WHERE own.user_id = person.id AND own.merchant_id = $2))
     GROUP BY person.id ORDER BY person.email`,
    [which.email ?? null, which.merchant ?? null],
  )
  return rows
}

function lineOf({ email, name, state, merchants }: Listed): string {
  const roles = merchants.map(({ merchant_id, role }) => `${role} of ${merchant_id}`).join(', ')
  return `${email}  ${name}  ${state}  ${roles || 'no merchant'}`
}

const emailOf = (values: Values) => String(values.email).trim().toLowerCase()
const text = (value: Values[string]) => (value === undefined ? undefined : String(value))
const meta = () => ({ requestId: newId('request', Date.now()) })
