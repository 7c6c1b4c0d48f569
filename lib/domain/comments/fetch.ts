import { z } from 'zod'
import { commentedOf, readersOf } from '#lib/domain/comments/find.ts'
import { labelOf, mentionPiecesOf, suggestionsFor } from '#lib/domain/comments/rules.ts'
import {
  COMMENTED,
  Colleague,
  Comment,
  type Commented,
  FetchComments,
  FindColleagues,
  MAX_COMMENTS,
  Mention,
  MentionOfReader,
} from '#lib/domain/comments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { DAY } from '#lib/values/time.ts'

export const fetchComments = defineOperation({
  name: 'fetch_comments',
  title: 'Fetch the comments on a record',
  summary:
    'Lists the comments of staff on a payment, order, refund, customer, settlement or approval, oldest first.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: FetchComments,
  output: z.object({ items: z.array(Comment) }),
  async run(context, { object_id }) {
    await commentedOf(context, object_id)
    const rows = await context.tables.comments.findMany({
      where: { account_id: context.account.id, object_id },
      orderBy: { id: 'asc' },
      take: MAX_COMMENTS,
    })
    const items = rows.map((row) => ({
      ...row,
      pieces: mentionPiecesOf(row.text, z.array(Mention).parse(row.mentions)),
      own: row.created_by_id === context.actor.id,
    }))
    return { items }
  },
})

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

const MAX_SUGGESTED = 8

export const findColleagues = defineOperation({
  name: 'find_colleagues',
  title: 'Find colleagues to mention',
  summary:
    'Finds people of the merchant by the start of their name or email, for a mention in a comment. Only those who can see the record are found.',
  permission: 'payments:read',
  http: null,
  effect: 'read',
  input: FindColleagues,
  output: z.object({ items: z.array(Colleague) }),
  async run(context, { object_id, q }) {
    const readers = await readersOf(context, await commentedOf(context, object_id), object_id)
    const others = readers.filter(({ id }) => id !== context.actor.id)
    const found = suggestionsFor(q, others).slice(0, MAX_SUGGESTED)
    return {
      items: found.map(({ id, name, email }) => ({
        id,
        name,
        email,
        label: labelOf({ id, name, email }, readers),
      })),
    }
  },
})
