import { LanguageLinks } from '#components/payer/language-links.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'
import type { Theme } from '#lib/values/preferences.ts'
import { BillPage } from './bill-page.tsx'

type BillMissingProps = { language: Language; path: string; theme: Theme; styles: string; nonce: string }

/** The page of an unknown bill URL. */
export function BillMissing({ path, ...page }: BillMissingProps) {
  const t = textOf(page.language)
  return (
    <BillPage {...page} title={t('bill.missing')}>
      <main className="page-message">
        <h1>{t('bill.missing')}</h1>
        <p>{t('bill.missing_note')}</p>
        <LanguageLinks language={page.language} path={path} className="page-languages" />
      </main>
    </BillPage>
  )
}
