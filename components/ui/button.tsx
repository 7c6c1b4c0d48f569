import Link from 'next/link'
import type { ComponentProps } from 'react'
import { classNames } from './class-names.ts'

export type ButtonLook = {
  variant?: 'default' | 'primary' | 'quiet' | 'danger'
  size?: 'small' | 'default' | 'large' | 'icon'
}

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While what it started runs: it stays in place and focused, and does nothing. Change its words as well. */
    pending?: boolean
  }

export function Button({
  variant = 'default',
  size = 'default',
  pending = false,
  className,
  ...rest
}: ButtonProps) {
  // Not `disabled`: that would take the focus away from where the person is.
  const busy = pending
    ? ({ 'aria-disabled': true, 'data-pending': '', type: 'button', onClick: undefined } as const)
    : {}
  return (
    <button
      type="button"
      data-variant={variant}
      data-size={size}
      className={classNames('button', className)}
      {...rest}
      {...busy}
    />
  )
}

type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook

/** A link that looks like a button, for what goes somewhere. */
export function LinkButton({ variant = 'default', size = 'default', className, ...rest }: LinkButtonProps) {
  return (
    <Link data-variant={variant} data-size={size} className={classNames('button', className)} {...rest} />
  )
}
