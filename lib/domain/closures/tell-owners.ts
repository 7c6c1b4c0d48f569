import { ownersOf } from '#lib/domain/closures/find.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type OwnerEmail = { subject: string; paragraphs: string[]; link?: { label: string; path: string } }

/** Writes an email about the deletion of the merchant to each of its owners. It cannot be switched off. */
export async function tellOwners(
  context: Context,
  id: string,
  { subject, paragraphs, link }: OwnerEmail,
): Promise<void> {
  const page = link && `${context.baseUrl}${link.path}`
  const body = paragraphs.map((text) => paragraph(text))
  const mail = {
    kind: 'closure' as const,
    object_id: id,
    subject: subject.replace(/\s+/g, ' '),
    text: `${[...paragraphs, page].filter(Boolean).join('\n\n')}\n`,
    html: emailHtml({
      title: subject,
      body: link && page ? [...body, button(link.label, page)] : body,
    }),
  }
  for (const { email } of await ownersOf(context)) await writeMail(context, { ...mail, recipient: email })
}

/** A time as the emails write it. */
export function timeText(at: number): string {
  return `${new Date(at * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}
