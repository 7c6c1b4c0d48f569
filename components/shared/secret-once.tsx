'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { checkbox } from '#components/ui/looks.ts'
import { Notice } from '#components/ui/notice.tsx'
import { Slip } from '#components/ui/slip.tsx'

const DOTS = '••••••••••••••••'

type SecretOnceProps = {
  secret: string
  /** The page of what the secret belongs to, where the person goes next. */
  href: string
  /** The copyable texts with the secret, by their label: a .env file, a request. */
  copies: Record<string, (secret: string) => string>
  /** The owner of the secret, as sections of the stub. */
  stub: ReactNode
  /** How to get another secret, said when this one is gone. */
  lost: ReactNode
  /** Beside the way on: a further link. */
  more?: ReactNode
}

/**
 * The one screen with a new secret. Everything is copied without being shown. The secret lives in the response to the
 * form alone: it has no URL, and the browser's copy is cleared when the page is left.
 */
export function SecretOnce({ secret, href, copies, stub, lost, more }: SecretOnceProps) {
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
        Secrets are shown once. If you didn't store it, {lost}
      </Notice>
    )
  return (
    <Slip stub={stub}>
      <section aria-labelledby="secret-once" className="grid max-w-150 gap-5">
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
            <p className="mt-1.5 wrap-anywhere">
              <code className="mono">{secret}</code>
            </p>
          </details>
        </div>
        {Object.entries(copies).map(([label, text]) => (
          <Hidden key={label} label={label} shown={text(DOTS)} value={text(secret)} />
        ))}
        {/* A page of its own is loaded, so the script keeps nothing of the secret. */}
        <form action={href} className="grid gap-3 border-t border-line pt-5">
          <div className="flex items-start gap-2.5">
            <input id="stored" type="checkbox" className={checkbox} required />
            <label htmlFor="stored">I stored the secret</label>
          </div>
          <div className="flex flex-wrap gap-2">
            <Button type="submit" variant="primary">
              Done
            </Button>
            {more}
          </div>
        </form>
      </section>
    </Slip>
  )
}

/** Code whose copy holds the secret, while the visible text does not. */
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
