import { mailNotice, type Recipient } from '#lib/domain/users/notice-email.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Tells a person that a passkey of theirs was added or removed, so that they notice when it was not them. */
export function mailAboutPasskey(
  context: Context,
  person: Recipient,
  passkey: string,
  change: 'added' | 'removed',
): Promise<void> {
  return mailNotice(context, person, {
    subject: `A passkey was ${change}`,
    says: `The passkey "${passkey}" was ${change} ${change === 'added' ? 'to' : 'from'} your Counterfoil account.`,
    advice: 'If this was not you, change your password, end your other sessions and check your passkeys:',
  })
}
