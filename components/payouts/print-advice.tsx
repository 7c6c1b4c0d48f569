'use client'
import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/** Prints the advice. Not there without script, where the browser's own menu prints. */
export function PrintAdvice() {
  return (
    <Button className="noscript:hidden" onClick={() => print()}>
      <Printer aria-hidden="true" /> Print
    </Button>
  )
}
