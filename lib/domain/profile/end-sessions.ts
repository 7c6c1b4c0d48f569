import { z } from 'zod'
import { ownRow } from '#lib/domain/profile/get.ts'
import { EndedSessions, EndSession } from '#lib/domain/profile/schema.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const endOwnSession = defineOperation({
  name: 'end_session',
  title: 'End a session',
  summary: 'Signs the person out of one of their browsers at once.',
  permission: 'profile:write',
  http: null,
  input: EndSession,
  output: EndedSessions,
  async run(context, { id }) {
    const person = await ownRow(context)
    const ended = await context.rows(
      'UPDATE sessions SET ended_at = $3 WHERE id = $1 AND user_id = $2 AND ended_at IS NULL RETURNING id',
      [id, person.id, context.now],
    )
    if (ended.length === 0) throw refused('record_not_found', 'This session has already ended.')
    return { id, ended: 1 }
  },
})

export const endOtherSessions = defineOperation({
  name: 'end_other_sessions',
  title: 'End all other sessions',
  summary: 'Signs the person out everywhere but in this browser.',
  permission: 'profile:write',
  http: null,
  input: z.strictObject({}),
  output: EndedSessions,
  async run(context) {
    const person = await ownRow(context)
    const ended = await context.rows(
      `UPDATE sessions SET ended_at = $3
       WHERE user_id = $1 AND id <> $2 AND ended_at IS NULL AND expires_at > $3 RETURNING id`,
      [person.id, context.actor.session ?? '', context.now],
    )
    context.note({ ended: ended.length })
    return { id: person.id, ended: ended.length }
  },
})
