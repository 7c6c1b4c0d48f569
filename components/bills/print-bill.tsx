'use client'
import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/**
 * Prints the public page of a bill, in the paper size that is chosen on the page. Hidden without script, where the
 * browser's own menu prints.
 */
export function PrintBill({ path }: { path: string }) {
  function open() {
    const roll = document.querySelector('.paper-choice [value="roll"]:checked') !== null
    const page = window.open(roll ? `${path}?paper=80` : path)
    page?.addEventListener('load', () => page.print())
  }
  return (
    <Button className="noscript:hidden" onClick={open}>
      <Printer aria-hidden="true" /> Print
    </Button>
  )
}
