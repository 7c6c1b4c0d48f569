import { z } from 'zod'
import type { Columns } from '#lib/database/query.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { mailNotice } from '#lib/domain/users/notice-email.ts'
import { Staff } from '#lib/domain/users/schema.ts'
import type { sessions, users } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { browserName } from '#lib/values/browser-name.ts'
import { Id } from '#lib/values/id.ts'
import { fullTimestampText } from '#lib/values/time-text.ts'

type SignIn = Columns<users, 'id' | 'email' | 'name' | 'time_zone'> &
  Columns<sessions, 'ip' | 'user_agent' | 'created_at'>

/** Run by the server itself after a sign-in from a browser that this person has not used before. */
export const sendNewDeviceEmail = defineOperation({
  name: 'send_new_device_email',
  title: 'Email a person about a new browser',
  summary: 'Emails a person that someone signed in as them from a browser that they had not used before.',
  permission: 'team:write',
  http: null,
  input: z.strictObject({ session_id: Id('session') }),
  output: Staff,
  async run(context, { session_id }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    const [found] = await context.rows<SignIn>(
      `SELECT person.id, person.email, person.name, person.time_zone, session.ip, session.user_agent, session.created_at
       FROM sessions session JOIN users person ON person.id = session.user_id WHERE session.id = $1`,
      [session_id],
    )
    if (!found) throw recordNotFound('session', session_id)
    const { ip, user_agent, created_at, time_zone, ...person } = found
    const at = fullTimestampText(Number(created_at), time_zone)
    const from = [browserName(user_agent), ip === null ? null : `IP address ${ip}`].filter(Boolean).join(', ')
    context.note({ email: person.email, ip })
    await mailNotice(context, person, {
      subject: 'Sign-in from a new browser',
      says: `Your Counterfoil account was signed in to from a new browser on ${at}: ${from}.`,
      advice: 'If this was not you, end the session, change your password and check your passkeys:',
    })
    return person
  },
})
