'use client'
import { type ReactNode, Suspense, useState, useSyncExternalStore } from 'react'

/**
 * A skeleton during a navigation within the app, and none in a document. A `loading.tsx` would also be in the
 * document, where only script can replace it: without script the page would never appear, and a missing record would
 * respond 200.
 */
export function SkeletonBoundary({ skeleton, children }: { skeleton: ReactNode; children: ReactNode }) {
  const hydrating = !useSyncExternalStore(never, inBrowser, onServer)
  // Decided once: adding a boundary around rendered content would build all of it again.
  const [fromDocument] = useState(hydrating)
  return fromDocument ? children : <Suspense fallback={skeleton}>{children}</Suspense>
}

const never = () => () => undefined
const inBrowser = () => true
const onServer = () => false
