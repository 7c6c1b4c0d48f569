import { passwordOf } from '#lib/domain/wallets/code.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The placeholder for the one-time password in a stored email. The password is inserted when the email is sent. */
export const CODE_PLACE = '[one-time password]'

type Mail = { kind: string; object_id: string | null; text: string; html: string }

/** An email as its recipient gets it. */
export function filledIn<M extends Mail>(context: Pick<Context, 'vault'>, mail: M): M {
  if (mail.kind !== 'wallet_code' || mail.object_id === null) return mail
  const password = passwordOf(context, mail.object_id)
  const fill = (text: string) => text.replaceAll(CODE_PLACE, password)
  return { ...mail, text: fill(mail.text), html: fill(mail.html) }
}
