'use client'
import { type ComponentProps, lazy } from 'react'

const ActionButton = lazy(async () => ({ default: (await import('./action-button.tsx')).ActionButton }))

/**
 * A form that is one button, whose script comes after those of the page. Without a boundary of its own the server waits
 * for it: a boundary would put the form after the page, where only script can move it into its place.
 */
export function LazyActionButton(props: ComponentProps<typeof ActionButton>) {
  return <ActionButton {...props} />
}
