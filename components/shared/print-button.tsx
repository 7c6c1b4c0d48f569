'use client'
import type { ReactNode } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Printer } from '#components/ui/icons.tsx'

type PrintButtonProps = {
  children?: ReactNode
  /** Another page that is printed, in the paper size that is chosen on this one. */
  path?: string
}

/** Prints the page. Hidden without script, where the browser's own menu prints. */
export function PrintButton({ children = 'Print', path }: PrintButtonProps) {
  return (
    <Button className="noscript:hidden" onClick={() => (path === undefined ? print() : printPage(path))}>
      <Printer aria-hidden="true" /> {children}
    </Button>
  )
}

function printPage(path: string) {
  const roll = document.querySelector('.paper-choice [value="roll"]:checked') !== null
  const page = window.open(roll ? `${path}?paper=80` : path)
  page?.addEventListener('load', () => page.print())
}
