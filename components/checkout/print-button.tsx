import { Printer } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

/** Not there without script, where the browser's own menu prints. */
export function PrintButton({ language }: { language: Language }) {
  return (
    <Button size="large" className="w-full noscript:hidden" data-print="">
      <Printer aria-hidden="true" />
      {textOf(language)('receipt.print')}
    </Button>
  )
}
