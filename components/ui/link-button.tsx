import type { ComponentProps } from 'react'
import { Link } from './link.tsx'
import { type ButtonLook, buttonLook } from './looks.ts'

type LinkButtonProps = ComponentProps<typeof Link> & ButtonLook

/** A link that looks like a button, for what goes somewhere. */
export function LinkButton({ variant, size, className, ...rest }: LinkButtonProps) {
  return <Link className={buttonLook({ variant, size }, className)} {...rest} />
}
