'use client'
import { LinkButton } from '#components/ui/button.tsx'
import { CopyButton } from '#components/ui/copy-button.tsx'
import { Notice } from '#components/ui/notice.tsx'

type SecretOnceProps = { id: string; url: string; secret: string | null; title?: string }

/** A secret, for this once: it can be copied without being shown, and shown where it cannot be copied. */
export function SecretOnce({ id, url, secret, title = 'Webhook created' }: SecretOnceProps) {
  return (
    <section aria-labelledby="secret-once" className="grid max-w-130 gap-4">
      <div>
        <h2 id="secret-once" className="text-lead font-semibold">
          {title}
        </h2>
        <p className="wrap-anywhere text-ink-2">{url}</p>
      </div>
      {secret === null ? (
        <Notice tone="good">Deliveries are signed with your custom secret.</Notice>
      ) : (
        <>
          <Notice tone="wait" title="Store the secret now">
            The secret is shown only once. Store it in your app's settings, never in code.
          </Notice>
          <div className="flex flex-wrap items-center gap-2">
            <CopyButton value={secret}>Copy secret</CopyButton>
            <CopyButton value={`COUNTERFOIL_WEBHOOK_SECRET=${secret}`}>Copy as .env line</CopyButton>
          </div>
          <details>
            <summary className="filter-link -ml-1.5 inline-block">Show secret</summary>
            <code className="mono mt-1 block wrap-anywhere rounded-control border border-line bg-sunken p-3">
              {secret}
            </code>
          </details>
        </>
      )}
      <div className="flex flex-wrap gap-2 border-t border-line pt-5">
        <LinkButton href={`/webhooks/${id}`} variant="primary" prefetch={false}>
          {secret === null ? 'Go to webhook' : 'I stored the secret'}
        </LinkButton>
        <LinkButton href={`/webhooks/${id}?tab=debug`} prefetch={false}>
          How to verify
        </LinkButton>
      </div>
    </section>
  )
}
