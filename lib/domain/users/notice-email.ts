import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import type { Context } from '#lib/pipeline/operation.ts'

export type Recipient = { id: string; email: string; name: string }

type Notice = {
  subject: string
  /** What happened. */
  says: string
  /** What to do if it was not them. */
  advice: string
}

/** Tells a person of something about their own account, and what to do if it was not them. */
export async function mailNotice(
  context: Context,
  { id, email, name }: Recipient,
  { subject, says, advice }: Notice,
): Promise<void> {
  const greeting = `Hello ${name},`
  const href = `${context.baseUrl}/settings/account`
  await writeMail(context, {
    kind: 'account_security',
    object_id: id,
    recipient: email,
    subject: `${subject} · Counterfoil`,
    text: `${greeting}\n\n${says}\n\n${advice}\n${href}\n`,
    html: emailHtml({
      title: subject,
      body: [...[greeting, says, advice].map((text) => paragraph(text)), button('Your account', href)],
    }),
  })
}
