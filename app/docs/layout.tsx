import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import NotFound from '#app/not-found.tsx'
import { DocsFrame } from '#components/docs/docs-frame.tsx'
import { GUIDES } from '#lib/api-docs/guides.ts'
import { signedIn } from '#lib/auth/staff.ts'
import { requestedErrorPage } from '#lib/surfaces/error-page.ts'
import { reference } from '#lib/surfaces/reference.ts'

/** Public. A signed-in reader gets a link back to the dashboard. */
export default async function DocsLayout({ children }: { children: ReactNode }) {
  if (await requestedErrorPage()) return <NotFound />
  const [sent, staff] = await Promise.all([headers(), signedIn()])
  const here = new URL(sent.get('x-counterfoil-path') ?? '/docs', 'http://localhost')
  return (
    <DocsFrame
      here={here.pathname}
      query={here.searchParams.get('q') ?? ''}
      signedIn={staff !== null}
      guides={[...GUIDES]}
      resources={reference().resources}
    >
      {children}
    </DocsFrame>
  )
}
