import { writeMail } from '#lib/domain/mails/write.ts'
import { noticeEmail } from '#lib/domain/users/notice-email.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Tells a person that a passkey of theirs was added or removed, so that they notice when it was not them. */
export async function mailAboutPasskey(
  context: Context,
  person: { id: string; email: string; name: string },
  passkey: string,
  change: 'added' | 'removed',
): Promise<void> {
  await writeMail(context, {
    kind: 'account_security',
    object_id: person.id,
    recipient: person.email,
    ...noticeEmail({
      name: person.name,
      subject: `A passkey was ${change}`,
      says: `The passkey "${passkey}" was ${change} ${change === 'added' ? 'to' : 'from'} your Counterfoil account.`,
      advice: 'If this was not you, change your password, end your other sessions and check your passkeys:',
      href: `${context.baseUrl}/settings/account`,
      link: 'Your account',
    }),
  })
}
