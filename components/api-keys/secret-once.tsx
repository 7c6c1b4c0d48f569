'use client'
import { useEffect, useState } from 'react'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { DescriptionList, Entry } from '#components/ui/description-list.tsx'
import { Id } from '#components/ui/id.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { Slip, StubSection } from '#components/ui/slip.tsx'
import type { Made } from './key-form-state.ts'

const DOTS = '••••••••••••••••'

/**
 * The one screen that has the secret of a new key. Everything is copied without being shown. It lives in the answer to
 * the form alone: no address leads here, and what the browser would keep of it is emptied when the page is left.
 */
export function SecretOnce({ made, baseUrl }: { made: Made; baseUrl: string }) {
  const [gone, setGone] = useState(false)
  useEffect(() => {
    const forget = () => setGone(true)
    addEventListener('pagehide', forget)
    return () => removeEventListener('pagehide', forget)
  }, [])
  useEffect(() => document.getElementById('secret-once')?.focus(), [])
  if (gone)
    return (
      <Notice title="The secret is no longer available">
        Secrets are shown once. If you didn't store it, rotate the key{' '}
        <Id value={made.id} href={`/api-keys/${made.id}`} />.
      </Notice>
    )
  const { id, name, secret, try_path } = made
  const env = (shown: string) =>
    `COUNTERFOIL_KEY_ID=${id}\nCOUNTERFOIL_KEY_SECRET=${shown}\nCOUNTERFOIL_URL=${baseUrl}`
  const curl = (shown: string) => `curl '${baseUrl}${try_path}' \\\n  -u '${id}:${shown}'`
  return (
    <Slip
      stub={
        <>
          <StubSection title="Key">
            <DescriptionList>
              <Entry term="Name">{name}</Entry>
              <Entry term="ID">
                <Id value={id} />
              </Entry>
            </DescriptionList>
          </StubSection>
          {made.replaces && (
            <StubSection title="Old key">
              <p className="text-table text-ink-2">
                <Id value={made.replaces.id} href={`/api-keys/${made.replaces.id}`} /> ends{' '}
                {made.replaces.ends}. Its page shows the requests that still use it.
              </p>
            </StubSection>
          )}
        </>
      }
    >
      <div className="grid max-w-150 gap-5">
        <div>
          <h2 id="secret-once" tabIndex={-1} className="text-lead font-semibold outline-none">
            Store the secret now
          </h2>
          <p className="mt-1 text-ink-2">
            The secret is shown only once. Store it in your app's settings, never in a chat, email or
            repository.
          </p>
        </div>
        <div>
          <div className="flex flex-wrap items-center gap-2">
            <span className="mono text-ink-2" role="img" aria-label="The secret, hidden">
              {DOTS}
            </span>
            <CopyButton value={secret}>Copy secret</CopyButton>
          </div>
          <details className="mt-2">
            <summary className="link inline-block min-h-6 text-table">Show the secret</summary>
            <p className="mono mt-1.5 wrap-any">{secret}</p>
          </details>
        </div>
        <Hidden label=".env" shown={env(DOTS)} value={env(secret)} />
        {try_path && <Hidden label="curl, ready to run" shown={curl(DOTS)} value={curl(secret)} />}
        <form action={`/api-keys/${id}`} className="grid gap-3 border-t border-line pt-5">
          <div className="flex items-start gap-2.5">
            <input id="stored" type="checkbox" className="checkbox" required />
            <label htmlFor="stored">I stored the secret</label>
          </div>
          <button type="submit" className="button justify-self-start" data-variant="primary">
            Done
          </button>
        </form>
      </div>
    </Slip>
  )
}

/** Code whose copy holds the secret, while what is shown does not. */
function Hidden({ label, shown, value }: { label: string; shown: string; value: string }) {
  return (
    <figure className="min-w-0 rounded-control border border-line bg-sunken">
      <figcaption className="flex items-center justify-between border-b border-line py-1 pr-1.5 pl-3 text-small text-ink-2">
        {label}
        <CopyButton value={value} label={`Copy ${label}, with the secret`} />
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <section tabIndex={0} aria-label={label} className="overflow-x-auto p-3">
        <pre className="mono">
          <code>{shown}</code>
        </pre>
      </section>
    </figure>
  )
}
