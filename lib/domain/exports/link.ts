import { isSame } from '#lib/domain/mails/secrets.ts'
import type { Context } from '#lib/pipeline/operation.ts'

type FileLink = { id: string; to: string; expires: number }

/** The link to a file, for one person: it is signed, so nothing in it can be changed, and it is of use to no one else. */
export function exportLink(context: Pick<Context, 'vault' | 'baseUrl' | 'account'>, link: FileLink): string {
  const { id, to, expires } = link
  const query = new URLSearchParams({
    account: context.account.id,
    to,
    expires: String(expires),
    signature: signatureOf(context, link),
  })
  return `${context.baseUrl}/exports/files/${id}?${query}`
}

export function isExportLink(
  context: Pick<Context, 'vault' | 'account'>,
  { signature, ...link }: FileLink & { signature: string },
): boolean {
  return isSame(signature, signatureOf(context, link))
}

function signatureOf(
  { vault, account }: Pick<Context, 'vault' | 'account'>,
  { id, to, expires }: FileLink,
): string {
  return Buffer.from(vault.digest(`export link ${account.id} ${id} ${to} ${expires}`)).toString('base64url')
}
