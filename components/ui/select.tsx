import type { ComponentProps } from 'react'
import { ChevronDown } from '#components/ui/icons.tsx'
import { inputLook } from './looks.ts'

type SelectProps = ComponentProps<'select'> & { small?: boolean }

/** The browser's own select: it works on every phone, and without script. */
export function Select({ small, className, children, ...rest }: SelectProps) {
  return (
    <span className="relative block">
      <select
        className={inputLook(small ? 'small' : 'default', 'appearance-none pr-[30px]', className)}
        {...rest}
      >
        {children}
      </select>
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 right-2.5 my-auto size-4 text-ink-3"
      />
    </span>
  )
}
