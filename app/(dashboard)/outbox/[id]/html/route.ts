import { getMailDetails } from '#lib/domain/mails/get-details.ts'
import { fileError } from '#lib/surfaces/file-error.ts'
import { tryRead } from '#lib/surfaces/page.ts'

/** The mail as its receiver sees it. Nothing of it can run, load or be sent (see proxy.ts for the policy). */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const found = await tryRead(getMailDetails, { id: (await params).id })
  if (!found.ok) return fileError(request, found)
  return new Response(found.value.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}
