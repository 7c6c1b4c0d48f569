import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { Mark } from '#components/app-shell/mark.tsx'
import { LanguageLinks } from '#components/payer/language-links.tsx'
import { pageLanguage, pagePath, pageText } from '#lib/surfaces/language.ts'

export async function generateMetadata(): Promise<Metadata> {
  return {
    title: (await pageText())('statement.title'),
    robots: { index: false, follow: false, noarchive: true },
    referrer: 'same-origin',
  }
}

/** For the holder of a printed statement: no sign-in and no links elsewhere. */
export default async function StatementLayout({ children }: { children: ReactNode }) {
  const [language, path, t] = await Promise.all([pageLanguage(), pagePath(), pageText()])
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="flex-1 px-4 pt-12 pb-8 max-phone:px-3 max-phone:pt-5">
        {children}
        <LanguageLinks
          language={language}
          path={path}
          className="mt-5 text-center text-small text-ink-2 print:hidden"
        />
      </main>
      <footer className="print:hidden flex items-center justify-center gap-1.5 px-4 pb-6 text-small text-ink-3">
        <Mark className="size-4" /> {t('statement.by')}
      </footer>
    </div>
  )
}
