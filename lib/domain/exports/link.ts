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
    signature: signaturesOf(context, link)[0],
  })
  return `${context.baseUrl}/exports/files/${id}?${query}`
}

export function isExportLink(
  context: Pick<Context, 'vault' | 'account'>,
  { signature, ...link }: FileLink & { signature: string },
): boolean {
  return signaturesOf(context, link).some((right) => isSame(signature, right))
}

function signaturesOf(
  { vault, account }: Pick<Context, 'vault' | 'account'>,
  { id, to, expires }: FileLink,
): [string, ...string[]] {
  return vault.proofs(`export link ${account.id} ${id} ${to} ${expires}`)
}
