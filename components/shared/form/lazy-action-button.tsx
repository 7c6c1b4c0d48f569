'use client'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Button } from '#components/ui/button.tsx'

const ActionButton = lazy(async () => ({ default: (await import('./action-button.tsx')).ActionButton }))

/** A form that is one button, whose script comes after those of the page. Until then it looks the same. */
export function LazyActionButton(props: ComponentProps<typeof ActionButton>) {
  const { variant = 'default', size, children } = props
  const button = (
    <Button
      variant={variant}
      {...(size ? { size } : {})}
      aria-label={props['aria-label']}
      aria-disabled="true"
    >
      {children}
    </Button>
  )
  return (
    <Suspense fallback={button}>
      <ActionButton {...props} />
    </Suspense>
  )
}
