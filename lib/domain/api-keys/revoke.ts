import { z } from 'zod'
import { refused } from '#lib/errors.ts'
import { defineOperation } from '#lib/operation.ts'
import { StoredInteger } from '#lib/values/money.ts'

const RevokedKey = z.object({
  id: z.string(),
  entity: z.literal('key').default('key'),
  name: z.string(),
  revoked_at: StoredInteger.nullable(),
})

export const revokeKey = defineOperation({
  name: 'revoke_key',
  title: 'Revoke an API key',
  summary: 'Ends a key: within a second no request with it is answered any more.',
  permission: 'keys:write',
  http: null,
  input: z.strictObject({
    id: z.string().regex(/^key_(test|live)_[0-9A-Za-z]{14}$/, 'This is not the id of a key.'),
  }),
  output: RevokedKey,
  async run(context, input) {
    const where = { account_id_id: { account_id: context.account.id, id: input.id } }
    const key = await context.tables.api_keys.findUnique({ where })
    if (!key)
      throw refused('record_not_found', `There is no key ${input.id} in this account and mode.`, {
        field: 'id',
      })
    if (key.revoked_at !== null) return key
    return context.tables.api_keys.update({ where, data: { revoked_at: context.now } })
  },
})
