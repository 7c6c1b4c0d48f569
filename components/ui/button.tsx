import type { ComponentProps } from 'react'
import { type ButtonLook, buttonLook } from './looks.ts'

export type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
    /** While its action runs: it stays in place and focused, and does nothing. Change its label as well. */
    pending?: boolean
  }

export function Button({ variant, size, pending = false, className, ...rest }: ButtonProps) {
  // Not `disabled`: that would take the focus away from where the person is.
  const busy = pending
    ? ({ 'aria-disabled': true, 'data-pending': '', type: 'button', onClick: undefined } as const)
    : {}
  return <button type="button" className={buttonLook({ variant, size }, className)} {...rest} {...busy} />
}

/**
 * A link to a file, or to a page that is loaded as a document of its own. Lists have no `download`: an error, or the page
 * that asks for the password, would be saved as the file.
 */
export function DocumentButton({ variant, size, className, ...rest }: ComponentProps<'a'> & ButtonLook) {
  return <a className={buttonLook({ variant, size }, className)} {...rest} />
}
