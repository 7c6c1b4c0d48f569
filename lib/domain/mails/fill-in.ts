import { LINK_PLACE, linkOf } from '#lib/domain/users/link.ts'
import { passwordOf } from '#lib/domain/wallets/code.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The placeholder for the one-time password in a stored email. The password is inserted when the email is sent. */
export const CODE_PLACE = '[one-time password]'

type Mail = { kind: string; object_id: string | null; text: string; html: string }

/** An email as its recipient gets it. */
export function filledIn<M extends Mail>(context: Pick<Context, 'vault' | 'baseUrl'>, mail: M): M {
  if (mail.object_id === null) return mail
  if (mail.kind === 'invitation' || mail.kind === 'password_reset')
    return filled(mail, LINK_PLACE, linkOf(context, mail.kind, mail.object_id))
  return mail.kind === 'wallet_code' ? withCode(context, mail) : mail
}

/** The same with a one-time password, and nothing else that only its recipient may have: as staff see it in test mode. */
export function withCode<M extends Mail>(context: Pick<Context, 'vault'>, mail: M): M {
  if (mail.kind !== 'wallet_code' || mail.object_id === null) return mail
  return filled(mail, CODE_PLACE, passwordOf(context, mail.object_id))
}

function filled<M extends Mail>(mail: M, place: string, secret: string): M {
  const fill = (text: string) => text.replaceAll(place, secret)
  return { ...mail, text: fill(mail.text), html: fill(mail.html) }
}
