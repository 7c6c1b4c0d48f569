'use client'
import { useRouter } from 'next/navigation'
import { startTransition, useEffect } from 'react'
import { usePolled } from '#components/shared/queries.ts'

export type PollStateProps = {
  id: string
  state: string
  /** Since when it waits, in Unix seconds: who waits long is asked less often. */
  since: number
}

/** While something is under way at the bank: asks for the state, and draws the page again when it is another. */
export function PollState({ id, state, since }: PollStateProps) {
  const router = useRouter()
  const data = usePolled<{ state: string }>(`/payments/${id}/state`, () => intervalOf(since))
  const other = data !== undefined && data.state !== state
  useEffect(() => {
    if (other) startTransition(() => router.refresh())
  }, [other, router])
  return null
}

function intervalOf(since: number): number {
  const waited = Date.now() / 1000 - since
  if (waited < 120) return 2000
  return waited < 3600 ? 10_000 : 60_000
}
