import { z } from 'zod'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'

/** The oldest active key, for examples. Never its secret. */
export async function sampleKey(context: Context): Promise<string | null> {
  const key = await context.tables.api_keys.findFirst({
    where: {
      account_id: context.account.id,
      revoked_at: null,
      OR: [{ expires_at: null }, { expires_at: { gt: context.now } }],
    },
    orderBy: [{ created_at: 'asc' }, { id: 'asc' }],
    select: { id: true },
  })
  return key?.id ?? null
}

export const fetchSampleKey = defineOperation({
  name: 'fetch_sample_key',
  title: 'Fetch the key of the examples',
  summary: 'Returns the ID of the oldest active key, for the examples of the documentation.',
  permission: 'keys:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ key_id: z.string().nullable() }),
  run: async (context) => ({ key_id: await sampleKey(context) }),
})
