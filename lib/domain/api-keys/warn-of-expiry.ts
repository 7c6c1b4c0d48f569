import { findKey, lockKey } from '#lib/domain/api-keys/find.ts'
import { REMINDED, reminderDue, warningDue } from '#lib/domain/api-keys/rules.ts'
import { Key, WarnOfExpiry } from '#lib/domain/api-keys/schema.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import { HAS_PERMISSIONS } from '#lib/domain/roles/find.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { builtInRolesWith } from '#lib/values/permissions.ts'
import { fullTimestampText } from '#lib/values/time-text.ts'

/** Run by the worker for a key that expires soon. The key is locked, so that of several workers one sends the emails. */
export const warnOfExpiry = defineOperation({
  name: 'warn_of_key_expiry',
  title: 'Warn of an expiring API key',
  summary:
    'Emails the people who can manage keys that one expires, 14 days and 3 days ahead, once each, and reminds them each year of one that never expires. Those who switched the emails off get none.',
  permission: 'keys:write',
  http: null,
  effect: 'steps',
  input: WarnOfExpiry,
  output: Key,
  async run(context, { id }) {
    if (context.actor.kind !== 'system') throw refused('permission_denied')
    // Nothing is returned, so that a step that finds nothing to say leaves no audit line.
    await context.transaction((inner) => warn(inner, id))
    return findKey(context, id)
  },
})

async function warn(context: Context, id: string): Promise<void> {
  const key = await lockKey(context, id)
  const days = warningDue(key, context.now)
  const isReminder = days === null && reminderDue(key, context.now)
  if (days === null && !isReminder) return
  await context.tables.api_keys.update({
    where: { account_id_id: { account_id: context.account.id, id } },
    data: isReminder
      ? { warned_expiry: context.now, warned_days: REMINDED }
      : { warned_expiry: key.expires_at, warned_days: days },
  })
  const people = await managersOf(context)
  for (const { email, time_zone } of people)
    await writeMail(context, {
      kind: 'key_expiring',
      object_id: id,
      recipient: email,
      ...keyEmail(context, Key.parse(key), time_zone),
    })
  context.about(id)
  context.note({
    name: key.name,
    ...(days === null ? { reminder: true } : { expires_at: Number(key.expires_at), days_ahead: days }),
    emails: people.length,
  })
}

/** The people who can manage keys, without those who switched the email off. */
function managersOf({ account, rows }: Context) {
  return rows<{ email: string; time_zone: string }>(
    `SELECT person.email, person.time_zone FROM memberships membership
     JOIN users person ON person.id = membership.user_id AND person.disabled_at IS NULL
     WHERE membership.merchant_id = $1 AND ${HAS_PERMISSIONS}
       AND NOT 'key_expiring' = ANY(membership.muted_kinds)
     ORDER BY membership.created_at, person.id LIMIT 100`,
    [account.merchant_id, builtInRolesWith(['keys:write']), ['keys:write']],
  )
}

function keyEmail({ account, baseUrl, now }: Context, key: Key, zone: string) {
  const { merchant_name, mode } = account
  const left = (key.expires_at ?? now) - now
  const days = Math.ceil(left / 86_400)
  const when = days === 1 ? 'within a day' : `in ${days} days`
  const years = Math.max(1, Math.floor((now - key.created_at) / (365 * 86_400)))
  const age = years === 1 ? 'a year' : `${years} years`
  const subject =
    key.expires_at === null
      ? `The API key "${key.name}" is ${age} old and never expires`
      : `The API key "${key.name}" expires ${when}`
  const named = `The ${mode} mode API key "${key.name}" (${key.id}) of ${merchant_name}`
  const says =
    key.expires_at === null
      ? `${named} was created on ${fullTimestampText(key.created_at, zone)} and never expires.`
      : `${named} expires on ${fullTimestampText(key.expires_at, zone)}.`
  const used =
    key.last_used_at === null
      ? 'It was never used.'
      : `It was last used on ${fullTimestampText(key.last_used_at, zone)}.`
  const unused = key.expires_at === null ? ' Otherwise revoke it.' : ''
  const advice = `${used} If an app still needs it, rotate it: the new key and the old one work side by side for up to 7 days.${unused}`
  const href = `${baseUrl}/api-keys/${key.id}`
  const footer =
    'You get this email because you can manage API keys. Switch it off under Settings › Notifications.'
  return {
    subject: `${subject} · Counterfoil`,
    text: `${says}\n\n${advice}\n\nOpen the key:\n${href}\n\n--\n${footer}\n`,
    html: emailHtml({
      title: subject,
      body: [paragraph(says), paragraph(advice), button('Open the key', href), paragraph(footer, 'footer')],
    }),
  }
}
