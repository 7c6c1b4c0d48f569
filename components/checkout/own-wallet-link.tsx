import { Wallet } from 'lucide-react'
import { LinkButton } from '#components/ui/link-button.tsx'
import { textOf } from '#lib/messages/text.ts'
import type { Language } from '#lib/values/language.ts'

type OwnWalletLinkProps = { href: string; merchant: string; language: Language }

/** The way to pay from a Counterfoil wallet, before those of others. */
export function OwnWalletLink({ href, merchant, language }: OwnWalletLinkProps) {
  const t = textOf(language)
  return (
    <div className="mt-4">
      <LinkButton href={href} size="large" className="w-full whitespace-normal! h-auto! py-2.5">
        <Wallet aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">{t('pay.own_wallet', { merchant })}</span>
      </LinkButton>
      <p className="mt-3 flex items-center gap-3 text-small text-ink-2 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
        {t('pay.or_other_wallet')}
      </p>
    </div>
  )
}
