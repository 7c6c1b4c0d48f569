import { z } from 'zod'
import { COMMENTED, type Commented, MentionOfReader } from '#lib/domain/comments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

/** How long a mention is shown, in seconds, and how many are. */
const SHOWN_FOR = 14 * DAY
const MOST = 5

export const fetchMentions = defineOperation({
  name: 'fetch_mentions',
  title: 'Fetch mentions of yourself',
  summary: 'Lists the latest comments of the last 14 days that mention the caller, newest first.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(MentionOfReader) }),
  async run({ account, actor, now, rows }) {
    if (actor.kind !== 'user') return { items: [] }
    const kinds: [string, Commented][] = Object.entries(COMMENTED)
    const received = kinds.filter(([, { permission }]) => actor.permissions.has(permission))
    const items = await rows<z.input<typeof MentionOfReader>>(
      `SELECT id, object_id, text, created_by, created_at FROM comments
       WHERE account_id = $1 AND mentions @> $2::jsonb AND mentions <> '[]' AND created_by_id <> $3
         AND created_at >= $4 AND split_part(object_id, '_', 1) = ANY($5::text[])
       ORDER BY created_at DESC, id DESC LIMIT ${MOST}`,
      [
        account.id,
        JSON.stringify([{ user_id: actor.id }]),
        actor.id,
        now - SHOWN_FOR,
        received.map(([prefix]) => prefix),
      ],
    )
    return { items }
  },
})
