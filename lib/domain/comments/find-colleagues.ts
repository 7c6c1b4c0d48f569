import { z } from 'zod'
import { commentedOf, readersOf } from '#lib/domain/comments/find.ts'
import { labelOf, suggestionsFor } from '#lib/domain/comments/rules.ts'
import { Colleague, FindColleagues } from '#lib/domain/comments/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

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
    const readers = await readersOf(context, await commentedOf(context, object_id))
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
