import { systemActor } from '#lib/auth/system-actor.ts'
import type { Columns } from '#lib/database/query.ts'
import { createKey } from '#lib/domain/api-keys/create.ts'
import { revokeKey } from '#lib/domain/api-keys/revoke.ts'
import type { api_keys } from '#lib/generated/prisma/client.ts'
import { execute } from '#lib/pipeline/execute.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { newId } from '#lib/values/id.ts'
import { DAY } from '#lib/values/time.ts'
import { Misuse, type Output, type Values } from './command.ts'
import { ACTOR, findMerchant, type Instance, withInstance } from './instance.ts'

/** `keys create` */
export async function makeKey(values: Values): Promise<Output> {
  const { mode } = values
  if (mode !== 'test' && mode !== 'live') throw new Misuse('--mode must be test or live.')
  const expires_at = endOf(values.expires, Math.floor(Date.now() / 1000))
  const input = {
    name: String(values.name ?? 'Created on the command line'),
    scopes: keyScopesOf(values.scopes),
    allowed_addresses:
      values.from === undefined
        ? []
        : String(values.from)
            .split(',')
            .map((part) => part.trim()),
    ...(expires_at === null ? {} : { expires_at }),
  }
  return withInstance(async (instance) => {
    const merchant = await instance.transaction((tables) => findMerchant(tables, String(values.merchant)))
    const account = merchant.accounts.find((candidate) => candidate.mode === mode)
    if (!account) throw new Error(`The merchant ${merchant.id} has no ${mode} account.`)
    const { value: key } = await execute(
      instance.runtime,
      createKey,
      await actorOf(instance, account.id),
      input,
      meta(),
    )
    const { id, name, secret, scopes } = key
    const may = scopes.length > 0 ? scopes.join(', ') : 'full access'
    const expires = key.expires_at === null ? 'never' : new Date(key.expires_at * 1000).toISOString()
    return {
      json: { id, name, secret, scopes, expires_at: key.expires_at, mode, merchant_id: merchant.id },
      text: `Key ID                    ${id}\nSecret, shown only once   ${secret}\nPermissions               ${may}\nExpires                   ${expires}`,
    }
  })
}

type ListedKey = { merchant_id: string; mode: string } & Columns<
  api_keys,
  'id' | 'name' | 'scopes' | 'created_at' | 'last_used_at' | 'expires_at' | 'revoked_at'
>

/** `keys list`: never a secret, which is shown once. */
export async function listKeys(values: Values): Promise<Output> {
  return withInstance(async (instance) => {
    const { rows } = await instance.runtime.query<ListedKey>(
      `SELECT key.id, key.name, account.merchant_id, account.mode, key.scopes, key.created_at, key.last_used_at, key.expires_at, key.revoked_at
       FROM api_keys key JOIN accounts account ON account.id = key.account_id
       WHERE $1::text IS NULL OR account.merchant_id = $1 ORDER BY key.created_at DESC, key.id DESC`,
      [values.merchant ?? null],
    )
    const stateOf = (row: ListedKey) => (row.revoked_at === null ? '' : '  revoked')
    return {
      json: { keys: rows },
      text:
        rows.map((row) => `${row.id}  ${row.merchant_id}  ${row.name}${stateOf(row)}`).join('\n') ||
        'No API keys found.',
    }
  })
}

/** `keys revoke`. A repeat is no error: the key is revoked. */
export async function revoke(values: Values): Promise<Output> {
  const id = String(values.key)
  return withInstance(async (instance) => {
    const { rows } = await instance.runtime.query<{ account_id: string }>(
      'SELECT account_id FROM api_keys WHERE id = $1',
      [id],
    )
    if (!rows[0]) throw new CannotStart(`There is no key ${id}. The command "keys list" shows all keys.`)
    const actor = await actorOf(instance, rows[0].account_id)
    const { value: key } = await execute(instance.runtime, revokeKey, actor, { id }, meta())
    return { json: { ...key }, text: `Revoked ${key.name} (${key.id}).` }
  })
}

/** Spaces after commas are accepted; an empty list would mean everything, so it is rejected. */
export function keyScopesOf(value: string | boolean | undefined): string[] {
  if (value === undefined) return []
  const scopes = String(value)
    .split(',')
    .map((scope) => scope.trim())
  if (scopes.includes('')) throw new Misuse('--scopes must be a list like orders:read,payments:read.')
  return scopes
}

/** A number of days from now, or the end of a day in UTC; null is never. */
export function endOf(value: string | boolean | undefined, now: number): number | null {
  if (value === undefined) return null
  const days = /^(\d{1,4})d$/.exec(String(value))?.[1]
  if (days !== undefined) return now + Number(days) * DAY
  const at = /^\d{4}-\d{2}-\d{2}$/.test(String(value)) ? Date.parse(`${value}T23:59:59Z`) / 1000 : Number.NaN
  if (Number.isNaN(at))
    throw new Misuse('--expires must be a number of days like 90d, or a date like 2026-12-31.')
  return at
}

function actorOf({ runtime }: Instance, accountId: string) {
  return systemActor(runtime.query, accountId, ACTOR)
}

const meta = () => ({ requestId: newId('request', Date.now()) })
