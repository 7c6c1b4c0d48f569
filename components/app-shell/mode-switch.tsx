'use client'
import { usePathname, useSearchParams } from 'next/navigation'
import { classNames } from '#components/ui/class-names.ts'
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
      <fieldset className="flex rounded-control border border-line-strong bg-sunken p-[2px]">
        <legend className="sr-only">Mode</legend>
        {(['test', 'live'] as const).map((option) => (
          <button
            key={option}
            type="submit"
            name="mode"
            value={option}
            aria-pressed={option === mode}
            className={classNames(
              'min-h-[24px] rounded-small px-[9px] py-px text-small/5 font-[520] text-ink-2 hover:text-ink aria-pressed:bg-surface aria-pressed:font-semibold aria-pressed:shadow-[0_0_0_1px_var(--line-strong)]',
              option === 'test' ? 'aria-pressed:text-wait' : 'aria-pressed:text-ink',
            )}
          >
            {option === 'test' ? 'Test' : 'Live'}
          </button>
        ))}
      </fieldset>
    </form>
  )
}
