'use client'
import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/**
 * Prints the public page of a bill, which is made for paper, in the size that is chosen on the page. Not there without
 * script, where the browser's own menu prints.
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
