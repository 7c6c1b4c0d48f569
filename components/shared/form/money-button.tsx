'use client'
import type { ComponentProps } from 'react'
import { LinkButton } from '#components/ui/link-button.tsx'
import { ActionButton } from './action-button.tsx'
import { useAsksForPassword } from './password-field.tsx'

type MoneyButtonProps = ComponentProps<typeof ActionButton> & {
  /** The page with the button, where the confirmation leads back to. */
  returnTo: string
}

/**
 * A form that is one button, and moves money or changes where it goes. Live mode asks for the password: until the session is
 * confirmed, the button is a link to the page that confirms it and leads back.
 */
export function MoneyButton({ returnTo, ...form }: MoneyButtonProps) {
  const asks = useAsksForPassword()
  if (!asks) return <ActionButton {...form} />
  const { variant = 'default', size, children } = form
  return (
    <LinkButton
      href={`/confirm?${new URLSearchParams({ return_to: returnTo })}`}
      variant={variant}
      {...(size === undefined ? {} : { size })}
    >
      {children}
    </LinkButton>
  )
}
