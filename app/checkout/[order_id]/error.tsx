'use client'
import { Failure } from '#components/ui/failure.tsx'
import { textOf } from '#lib/messages/text.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#lib/values/language.ts'

/** A fault of the server on a payer's page: the next step matters more than the cause. */
export default function CheckoutError({
  error,
  retry,
}: {
  error: Error & { digest?: string }
  retry: () => void
}) {
  // Drawn in the browser alone, in the language of the document.
  const { lang } = typeof document === 'undefined' ? ({} as { lang?: string }) : document.documentElement
  const t = textOf(isLanguage(lang) ? lang : DEFAULT_LANGUAGE)
  return (
    <Failure heading="h1" title={t('order.fault')} error={error} retry={retry}>
      {t('order.fault_note')}
    </Failure>
  )
}
