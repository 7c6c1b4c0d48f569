import { lockKey } from '#lib/domain/api-keys/find.ts'
import { ends, grantable, inForce, limits } from '#lib/domain/api-keys/rules.ts'
import { Key, spelledOut, UpdateKey } from '#lib/domain/api-keys/schema.ts'
import { defineOperation } from '#lib/operation.ts'
import { changesBetween } from '#lib/values/changes.ts'

const FIELDS = [
  'name',
  'scopes',
  'allowed_addresses',
  'refund_limit',
  'refund_day_limit',
  'expires_at',
] as const

export const updateKey = defineOperation({
  name: 'update_key',
  title: 'Change an API key',
  summary: 'Replaces what a key in force may do, from where, until when and up to which amounts.',
  permission: 'keys:write',
  http: null,
  input: UpdateKey,
  output: Key,
  async run(context, { id, ...asked }) {
    const key = await lockKey(context, id)
    inForce(key, context.now)
    const data = { ...asked, allowed_addresses: spelledOut(asked.allowed_addresses) }
    grantable(data, context.actor.permissions, key)
    if (asked.expires_at !== Number(key.expires_at ?? Number.NaN)) ends(asked.expires_at, context.now)
    limits(asked)
    const changed = await context.tables.api_keys.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data,
    })
    context.note({ changes: changesBetween(FIELDS, Key.parse(key), Key.parse(changed)) })
    context.forgetKey(id)
    return changed
  },
})
