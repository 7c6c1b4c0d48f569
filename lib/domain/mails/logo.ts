import { CUSTOMER_KINDS } from '#lib/domain/mails/schema.ts'
import type { Logo } from '#lib/domain/merchants/schema.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { EmailImage } from '#lib/ports/mail.ts'
import { escapeHtml } from '#lib/values/text.ts'

/** Pages and emails draw a logo at half its size, so that it is sharp on screens with twice the pixels. */
const half = (pixels: number) => Math.max(1, Math.round(pixels / 2))

/**
 * The merchant's logo in an email to a customer. It stands for a picture that is attached when the email is sent, so
 * that mail apps show it without loading anything. The name of the merchant follows as text.
 */
export function logoImage(logo: Logo | null): string[] {
  if (logo === null) return []
  const [width, height] = [half(logo.width), half(logo.height)]
  return [
    `<img src="${escapeHtml(`cid:${cidOf(logo.hash)}`)}" width="${width}" height="${height}" alt="" style="display:block;margin:0 0 12px;border:0;max-width:100%;height:auto">`,
  ]
}

/** The ID of the picture in its email: half of the digest, so that the header fits on a line. */
function cidOf(hash: string): string {
  return `${hash.slice(0, 32)}@logo`
}

/** The image of `logoImage` in an email. What people entered is escaped, so no text of theirs looks like it. */
const IMAGE = /<img src="cid:([0-9a-f]{32})@logo"[^<>]*>\n?/g

type StoredEmail = { kind: string; html: string }

/** An email with the picture of its logo to attach, or without the place for it where there is none. */
export async function withLogo<M extends StoredEmail>(
  context: Context,
  mail: M,
): Promise<M & { images: EmailImage[] }> {
  const png = await logoOf(context, mail)
  if (png === null) return { ...mail, html: mail.html.replace(IMAGE, ''), images: [] }
  return { ...mail, images: [png] }
}

/** The same as a page: the picture is in the HTML itself. */
export async function withDrawnLogo<M extends StoredEmail>(context: Context, mail: M): Promise<M> {
  const { html, images } = await withLogo(context, mail)
  const [image] = images
  if (image === undefined) return { ...mail, html }
  const picture = `data:image/png;base64,${image.png.toString('base64')}`
  return { ...mail, html: html.replace(`cid:${image.cid}`, picture) }
}

/** The logo that an email to a customer names, of its own merchant alone. The database holds it to 200 kB. */
async function logoOf(context: Context, { kind, html }: StoredEmail): Promise<EmailImage | null> {
  const [, start] = [...html.matchAll(IMAGE)][0] ?? []
  if (start === undefined || !CUSTOMER_KINDS.some((each) => each === kind)) return null
  const logo = await context.tables.logos.findFirst({
    where: { merchant_id: context.account.merchant_id, hash: { startsWith: start } },
    select: { hash: true, png: true },
  })
  return logo && { cid: cidOf(logo.hash), png: Buffer.from(logo.png) }
}
