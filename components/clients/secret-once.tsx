'use client'
import { useEffect, useState } from 'react'
import { LinkButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Id } from '#components/ui/id.tsx'
import { Notice } from '#components/ui/notice.tsx'

type SecretOnceProps = { made: { id: string; name: string; secret: string | null } }

/**
 * The one screen that has the secret of a program. It lives in the answer to the form alone: no address leads here,
 * and what the browser would keep of it is emptied when the page is left.
 */
export function SecretOnce({ made: { id, name, secret } }: SecretOnceProps) {
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const forget = () => setGone(true)
    addEventListener('pagehide', forget)
    return () => removeEventListener('pagehide', forget)
  }, [])
  useEffect(() => document.getElementById('secret-once')?.focus(), [])
  const href = `/connected-apps/clients/${id}`
  if (gone)
    return (
      <Notice title="The secret is no longer available">
        Secrets are shown once. If you didn't store it, rotate it on the page of <Id value={id} href={href} />
        .
      </Notice>
    )
  return (
    <section aria-labelledby="secret-once" className="grid max-w-130 gap-4">
      <div>
        <h2 id="secret-once" tabIndex={-1} className="text-lead font-semibold outline-none">
          {secret === null ? `${name} is registered` : 'Store the secret now'}
        </h2>
        <p className="text-ink-2">
          {secret === null
            ? 'Public clients need only the client ID.'
            : "The secret is shown only once. Store it in the app's settings, never in a chat, email or repository."}
        </p>
      </div>
      <p className="wrap-anywhere">
        Client ID <Id value={id} />
      </p>
      {secret !== null && (
        <>
          <div className="flex flex-wrap items-center gap-2">
            <CopyButton value={secret}>Copy secret</CopyButton>
            <CopyButton value={`COUNTERFOIL_CLIENT_ID=${id}\nCOUNTERFOIL_CLIENT_SECRET=${secret}`}>
              Copy as .env lines
            </CopyButton>
          </div>
          <details>
            <summary className="link inline-block min-h-6 text-table">Show the secret</summary>
            <p className="mono mt-1.5 wrap-anywhere">{secret}</p>
          </details>
        </>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <LinkButton href={href} variant="primary" prefetch={false}>
          {secret === null ? 'Go to client' : 'I stored the secret'}
        </LinkButton>
      </div>
    </section>
  )
}
