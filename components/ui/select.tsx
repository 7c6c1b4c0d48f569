import type { ComponentProps } from 'react'
import { ChevronDown } from '#components/ui/icons.tsx'
import { inputLook } from './looks.ts'

type SelectProps = ComponentProps<'select'> & { small?: boolean }

/** The browser's own select: it works on every phone, and without script. */
export function Select({ small, className, children, ...rest }: SelectProps) {
  return (
    <span className="select-box">
      <select className={inputLook(small ? 'small' : 'default', 'select', className)} {...rest}>
        {children}
      </select>
      <ChevronDown />
    </span>
  )
}
