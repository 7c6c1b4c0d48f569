'use client'
import { type ComponentProps, lazy } from 'react'

const key = () => import('./first-key.tsx')
const First = lazy(async () => ({ default: (await key()).FirstKey }))
const Step = lazy(async () => ({ default: (await key()).KeyStep }))
const Command = lazy(async () => ({ default: (await key()).KeyCommand }))

/** The first key and its commands, whose script comes after that of the overview: most accounts have a key. */
export function LazyFirstKey(props: ComponentProps<typeof First>) {
  return <First {...props} />
}

export function LazyKeyStep(props: ComponentProps<typeof Step>) {
  return <Step {...props} />
}

export function LazyKeyCommand(props: ComponentProps<typeof Command>) {
  return <Command {...props} />
}
