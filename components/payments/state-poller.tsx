'use client'
import { lazy, Suspense } from 'react'
import type { PollStateProps } from './poll-state.tsx'

const PollState = lazy(async () => ({ default: (await import('./poll-state.tsx')).PollState }))

/** Draws the page again when the payment has another state. Its script comes after those of the page. */
export function StatePoller(props: PollStateProps) {
  return (
    <Suspense>
      <PollState {...props} />
    </Suspense>
  )
}
