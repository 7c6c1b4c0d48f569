'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'

/** Prints the page. Not there without script, where the browser's own menu prints. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <Button className="noscript:hidden" onClick={() => print()}>
      {children}
    </Button>
  )
}
