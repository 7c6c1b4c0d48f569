import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'

/** Not there without script, where the browser's own menu prints. */
export function PrintButton() {
  return (
    <Button size="large" className="w-full noscript:hidden" data-print="">
      <Printer aria-hidden="true" />
      Print
    </Button>
  )
}
