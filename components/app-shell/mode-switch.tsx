'use client'
import { usePathname } from 'next/navigation'

type ModeSwitchProps = { mode: 'test' | 'live'; action: (form: FormData) => Promise<void> }

/** Test or live. A plain form, so that it works without script; it keeps the section and leaves the record. */
export function ModeSwitch({ mode, action }: ModeSwitchProps) {
  const section = `/${usePathname().split('/')[1] ?? ''}`
  return (
    <form action={action}>
      <input type="hidden" name="return_to" value={section} />
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
