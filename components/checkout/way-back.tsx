import { DocumentButton } from '#components/ui/button.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type WayBackProps = { href: string; merchant: string; byItself: boolean; language: Language }

/**
 * The way back to the merchant: a link, which right after a payment the script of the page also takes by itself
 * (script/leave.ts). It leads to a page of its own, because only that page may send a form to another site.
 */
export function WayBack({ href, merchant, byItself, language }: WayBackProps) {
  const t = textOf(language)
  return (
    <div className="print:hidden">
      <DocumentButton href={href} data-return="" variant="primary" size="large" className="w-full">
        {t('receipt.return', { merchant })}
      </DocumentButton>
      {byItself && (
        <template data-return-after="">
          <p className="mt-2 flex items-center justify-between gap-3 text-small text-ink-2">
            <span role="status">
              {t('receipt.redirecting')}
              <span aria-hidden="true" data-count="" />
            </span>
            <button type="button" className="link min-h-6 flex-none">
              {t('receipt.stay')}
            </button>
          </p>
        </template>
      )}
    </div>
  )
}
