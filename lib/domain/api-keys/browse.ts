import { z } from 'zod'
import { keysOfPeopleGone } from '#lib/domain/api-keys/of-people-gone.ts'
import { ENDING_SOON, Key, KeyId, KeyOfPersonGone } from '#lib/domain/api-keys/schema.ts'
import { browse, type Condition } from '#lib/domain/browse.ts'
import type { api_keys } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/** Keys in force, keys whose time is over or that were revoked, or all of them. */
export const KEY_GROUPS = ['current', 'ending', 'ended', 'all'] as const

export const browseKeys = defineOperation({
  name: 'browse_keys',
  title: 'Browse API keys',
  summary: "Returns one page of the account's API keys for the dashboard, newest first, with their number.",
  permission: 'keys:read',
  http: null,
  effect: 'read',
  input: z.strictObject({
    group: z.enum(KEY_GROUPS).default('current'),
    count: z.int().min(1).max(100).default(25),
    after: KeyId.optional(),
    before: KeyId.optional(),
  }),
  output: z.object({
    items: z.array(Key),
    has_newer: z.boolean(),
    has_older: z.boolean(),
    /** Active keys of people who lost access, on every page of the list. */
    of_people_gone: z.array(KeyOfPersonGone),
    counts: z.object({ current: z.int(), ending: z.int(), ended: z.int(), all: z.int() }),
  }),
  async run(context, { group, ...window }) {
    const found = await browse<api_keys>(context, 'api_keys', CONDITIONS[group](context.now), window)
    const [counts] = await context.rows<Record<string, number | bigint>>(
      `SELECT count(*) AS all, count(*) FILTER (WHERE ${CURRENT('$2')}) AS current,
              count(*) FILTER (WHERE ${CURRENT('$2')} AND expires_at <= $3) AS ending
       FROM api_keys WHERE account_id = $1`,
      [context.account.id, context.now, context.now + ENDING_SOON],
    )
    const [all, current, ending] = [counts?.all, counts?.current, counts?.ending].map(Number) as [
      number,
      number,
      number,
    ]
    return {
      items: found.rows,
      has_newer: found.hasNewer,
      has_older: found.hasOlder,
      of_people_gone: await keysOfPeopleGone(context),
      counts: { all, current, ending, ended: all - current },
    }
  },
})

const CURRENT = (now: string) => `(revoked_at IS NULL AND (expires_at IS NULL OR expires_at > ${now}))`

const CONDITIONS: Record<(typeof KEY_GROUPS)[number], (now: number) => Condition[]> = {
  current: (now) => [{ sql: CURRENT('?'), values: [now] }],
  ending: (now) => [{ sql: `${CURRENT('?')} AND expires_at <= ?`, values: [now, now + ENDING_SOON] }],
  ended: (now) => [{ sql: `NOT ${CURRENT('?')}`, values: [now] }],
  all: () => [],
}
