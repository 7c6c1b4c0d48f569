import { lockKey } from '#lib/domain/api-keys/find.ts'
import { Key, RevokeKey } from '#lib/domain/api-keys/schema.ts'
import { assertTyped } from '#lib/domain/typed-name.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const revokeKey = defineOperation({
  name: 'revoke_key',
  title: 'Revoke an API key',
  summary: 'Revokes an API key. Requests with it fail within a second.',
  permission: 'keys:write',
  http: null,
  input: RevokeKey,
  output: Key,
  async run(context, { id, typed_name }) {
    const key = await lockKey(context, id)
    assertTyped(context, typed_name, key.name, 'revoke this key')
    if (key.revoked_at !== null) return key
    context.note({ name: key.name })
    context.forgetKey(id)
    const data = { revoked_at: context.now, revoked_by: `${context.actor.kind}:${context.actor.name}` }
    context.noteChange(key, data)
    return context.tables.api_keys.update({
      where: { account_id_id: { account_id: context.account.id, id } },
      data,
    })
  },
})
