import { viewMail } from '#lib/domain/mails/view.ts'
import { tryRead } from '#lib/surfaces/page.ts'
import { refusedFile } from '#lib/surfaces/refused-file.ts'

/** The mail as its receiver sees it. Nothing of it can run, load or be sent (see proxy.ts for the policy). */
export async function GET(request: Request, { params }: { params: Promise<{ id: string }> }) {
  const found = await tryRead(viewMail, { id: (await params).id })
  if (!found.ok) return refusedFile(request, found)
  return new Response(found.value.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  })
}
