'use client'
import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/** Prints the bill on the paper that is chosen below. Not there without script, where the browser's own menu prints. */
export function PrintBill() {
  return (
    <Button className="noscript:hidden" onClick={() => print()}>
      <Printer aria-hidden="true" /> Print
    </Button>
  )
}
