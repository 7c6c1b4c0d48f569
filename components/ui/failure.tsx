'use client'
import { usePathname, useRouter } from 'next/navigation'
import { startTransition } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { emptyPlace } from './looks.ts'

type FailureProps = {
  title?: string
  /** The error and the next step, in a sentence. */
  children?: string
  /** The request id or digest to quote. */
  requestId?: string | undefined
  /** What was thrown, where it is a page that fails. */
  error?: Error & { digest?: string }
  /** Default: the page is asked for again. */
  retry?: () => void
  /** `h1` where it is all of the page. */
  heading?: 'h1' | 'h2'
}

/** Something failed: what to quote, Retry, and a report to copy. */
export function Failure({
  title = 'Page not available',
  children,
  error,
  requestId = error?.digest,
  retry,
  heading: Heading = 'h2',
}: FailureProps) {
  const router = useRouter()
  const path = usePathname()
  const again = retry ?? (() => startTransition(() => router.refresh()))
  // lib/server/form-requests.ts
  const words = /^This page is/.test(error?.message ?? '')
    ? error?.message
    : (children ??
      'Server error. No money was moved. Try again, or send the report to support if it persists.')
  const report = [title, `Page: ${path}`, `Request: ${requestId ?? 'unknown'}`].join('\n')
  return (
    <section data-empty="" className={emptyPlace} role="alert">
      <Heading className="text-lead font-semibold">{title}</Heading>
      <p className="mt-1 max-w-[52ch] text-ink-2">{words}</p>
      {requestId && (
        <p className="mt-2 text-small text-ink-2">
          Request <span className="mono">{requestId}</span>
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-center gap-2">
        <Button variant="primary" onClick={again}>
          Retry
        </Button>
        <CopyButton value={report}>Copy report</CopyButton>
      </div>
    </section>
  )
}
