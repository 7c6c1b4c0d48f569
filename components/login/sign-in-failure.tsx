'use client'
import { useEffect, useState } from 'react'
import { Notice } from '#components/ui/notice.tsx'

/** Why signing in failed: one sentence for everything that can be wrong, or how long to wait, counted down. */
export function SignInFailure({ failure }: { failure: 'wrong' | { wait: number } }) {
  if (failure === 'wrong') {
    return (
      <Notice tone="bad" role="alert" title="Incorrect email or password">
        Passwords are case-sensitive.
      </Notice>
    )
  }
  return <Waiting seconds={failure.wait} />
}

function Waiting({ seconds }: { seconds: number }) {
  const [left, setLeft] = useState(seconds)
  useEffect(() => {
    const until = Date.now() + seconds * 1000
    const timer = setInterval(() => setLeft(Math.max(0, Math.ceil((until - Date.now()) / 1000))), 1000)
    return () => clearInterval(timer)
  }, [seconds])
  if (left === 0) {
    return (
      <Notice tone="good" role="status">
        You can try again now.
      </Notice>
    )
  }
  return (
    <Notice tone="wait" title="Too many attempts">
      {/* Announced once; a counter announced every second would drown everything else. */}
      <span role="alert" className="sr-only">
        Too many attempts. Try again in {words(seconds)}.
      </span>
      <span aria-hidden="true">
        Try again in <b className="num">{words(left)}</b>.
      </span>
    </Notice>
  )
}

function words(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return minutes === 0 ? `${rest} s` : `${minutes} min ${String(rest).padStart(2, '0')} s`
}
