import type { Metadata } from 'next'
import type { ReactNode } from 'react'
import { findOrder, readOrder, titleOf } from '#app/checkout/queries.ts'
import { Mark } from '#components/app-shell/mark.tsx'
import { TestBand } from '#components/app-shell/test-band.tsx'
import { LanguageLinks } from '#components/payer/language-links.tsx'
import { SupportContact } from '#components/payer/support-contact.tsx'
import { pageLanguage, pagePath, pageText } from '#lib/surfaces/language.ts'

type Params = { params: Promise<{ order_id: string }> }

export async function generateMetadata({ params }: Params): Promise<Metadata> {
  const [order, t] = await Promise.all([findOrder((await params).order_id), pageText()])
  // Thrown here, "not found" would leave its page without a title.
  if (!order) return { title: { absolute: t('order.not_found'), template: t('order.not_found') } }
  const title = titleOf(t, order)
  const mode = order.mode === 'test' ? `${t('page.test_title')} · ` : ''
  return {
    title: { absolute: `${mode}${title}`, template: `${mode}%s · ${title}` },
    description: t('order.description', { merchant: order.merchant_name }),
    robots: { index: false, follow: false, noarchive: true },
    // Sends no referrer to other sites. `no-referrer` would also blank the Origin of our own forms, which are then
    // rejected.
    referrer: 'same-origin',
    ...(order.mode === 'test' ? { icons: { icon: '/icon-test.svg' } } : {}),
  }
}

/** The pages of a payer: one slip, and no links elsewhere. */
export default async function CheckoutLayout({ params, children }: Params & { children: ReactNode }) {
  const order = await readOrder((await params).order_id)
  const [t, language, path] = await Promise.all([pageText(), pageLanguage(), pagePath()])
  const { color, support } = order.brand
  return (
    <div className="flex min-h-dvh flex-col">
      {color !== null && <link rel="stylesheet" href={`/brands/${color}.css`} precedence="high" />}
      {color !== null && <div aria-hidden="true" className="h-1 bg-(--brand) print:hidden" />}
      {order.mode === 'test' && (
        <TestBand label={t('page.test_band')} mode={t('page.test')} note={t('page.no_money')} />
      )}
      <main className="flex-1 px-4 pt-12 pb-8 max-phone:px-3 max-phone:pt-5">
        {children}
        {/* In what the script replaces, so that they always lead back to the page that is shown. */}
        <LanguageLinks
          language={language}
          path={path}
          className="mt-5 text-center text-small text-ink-2 print:hidden"
        />
      </main>
      <footer className="px-4 pb-6 text-center text-small text-ink-3 print:hidden">
        {support && (
          <SupportContact
            {...{ language, support }}
            merchant={order.merchant_name}
            className="mb-2 [overflow-wrap:anywhere]"
          />
        )}
        <p className="flex items-center justify-center gap-1.5">
          <Mark className="size-4" /> {t('page.by')}
        </p>
      </footer>
    </div>
  )
}
