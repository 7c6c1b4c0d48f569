'use client'
import { useFormStatus } from 'react-dom'
import { Button, type ButtonProps } from './button.tsx'

/** The button of a form with an action: changes its words while the action runs. */
export function SubmitButton({ pendingText, children, ...rest }: ButtonProps & { pendingText: string }) {
  const { pending } = useFormStatus()
  return (
    <Button type="submit" variant="primary" pending={pending} {...rest}>
      {pending ? pendingText : children}
    </Button>
  )
}
