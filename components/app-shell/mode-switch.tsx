'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { Link } from '#components/ui/link.tsx'
import { pathInOtherMode } from './path-in-other-mode.ts'

type ModeSwitchProps = { mode: 'test' | 'live'; action: (form: FormData) => Promise<void> }

/** Test or live. A plain form, so that it works without script; it keeps the page and leaves the record. */
export function ModeSwitch({ mode, action }: ModeSwitchProps) {
  const returnTo = pathInOtherMode(usePathname(), useSearchParams().toString())
  return (
    <form action={action} className="flex items-center gap-2">
      {mode === 'test' && (
        <Link href="/settings/go-live" className="link text-small">
          Go live
        </Link>
      )}
      <input type="hidden" name="return_to" value={returnTo} />
      <fieldset className="modes">
        <legend className="sr-only">Mode</legend>
        {(['test', 'live'] as const).map((option) => (
          <button key={option} type="submit" name="mode" value={option} aria-pressed={option === mode}>
            {option === 'test' ? 'Test' : 'Live'}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
