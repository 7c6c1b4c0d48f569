import { z } from 'zod'
import { defineOperation } from '#lib/operation.ts'
import { KEY_PERMISSIONS } from '#lib/permissions.ts'
import { randomText } from '#lib/values/id.ts'
import { Moment } from '#lib/values/moment.ts'
import { StoredInteger } from '#lib/values/money.ts'

export const CreateKey = z.strictObject({
  name: z.string().trim().min(1, 'A key has a name.').max(60, 'A name is at most 60 characters.'),
  scopes: z
    .array(z.enum(KEY_PERMISSIONS as [string, ...string[]]))
    .default([])
    .meta({ description: 'Empty: everything of the interface.' }),
  expires_at: Moment.optional(),
})

/** A new key: the only time that its secret is shown. */
export const NewKey = z.object({
  id: z.string(),
  entity: z.literal('key').default('key'),
  name: z.string(),
  secret: z.string(),
  scopes: z.array(z.string()),
  expires_at: StoredInteger.nullable(),
  created_at: StoredInteger,
})

export const createKey = defineOperation({
  name: 'create_key',
  title: 'Create an API key',
  summary: 'Creates a key of the interface for this account. Its secret is shown once.',
  permission: 'keys:write',
  http: null,
  confidential: true,
  status: 201,
  input: CreateKey,
  output: NewKey,
  async run(context, input) {
    const { secret, ...kept } = context.newSecret()
    const key = await context.tables.api_keys.create({
      data: {
        account_id: context.account.id,
        id: `key_${context.account.mode}_${randomText(14)}`,
        name: input.name,
        scopes: input.scopes,
        created_by: `${context.actor.kind}:${context.actor.name}`,
        created_at: context.now,
        expires_at: input.expires_at ?? null,
        ...kept,
      },
    })
    return { ...key, secret }
  },
})
