import { QrCode } from '#components/shared/qr-code.tsx'
import { DocumentButton } from '#components/ui/button.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type WaitingProps = {
  language: Language
  /** What the payment waits for: a request in the payer's app, a link to open in it, the page of the bank, or the bank. */
  step: 'approve' | 'scan' | 'hosted' | 'bank'
  /** The payment method, in the payer's words. */
  means: string
}

/** The payer's next step, or that there is none. */
export function Waiting({ language, step, means }: WaitingProps) {
  const t = textOf(language)
  return (
    <div role="status">
      <h2 className="text-lead font-semibold">{t(`wait.${step}_title`)}</h2>
      <p className="mt-1 text-ink-2">{t(`wait.${step}_note`, { means })}</p>
    </div>
  )
}

type UpiCodeProps = { language: Language; link: string; amount: string }

/** A UPI link to open on a phone, and to scan. */
export function UpiCode({ language, link, amount }: UpiCodeProps) {
  const t = textOf(language)
  return (
    <div className="mt-4 grid gap-3">
      <DocumentButton
        href={link}
        variant="primary"
        size="large"
        className="w-full not-pointer-coarse:hidden"
        data-upi-link=""
      >
        {t('wait.open_app')}
      </DocumentButton>
      <p className="text-small text-ink-2 not-pointer-coarse:hidden">{t('wait.or_scan')}</p>
      <QrCode
        text={link}
        label={t('wait.scan_code', { amount })}
        className="mx-auto w-full max-w-[220px] rounded-control border border-line pointer-coarse:max-w-[160px]"
      />
    </div>
  )
}
