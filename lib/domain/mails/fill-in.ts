import { passwordOf } from '#lib/domain/wallets/code.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Where a mail of the outbox has its one-time password: it is written in when the mail leaves. */
export const CODE_PLACE = '[one-time password]'

type Mail = { kind: string; object_id: string | null; text: string; html: string }

/** A mail as its receiver gets it. */
export function filledIn<M extends Mail>(context: Pick<Context, 'vault'>, mail: M): M {
  if (mail.kind !== 'wallet_code' || mail.object_id === null) return mail
  const password = passwordOf(context, mail.object_id)
  const fill = (text: string) => text.replaceAll(CODE_PLACE, password)
  return { ...mail, text: fill(mail.text), html: fill(mail.html) }
}
