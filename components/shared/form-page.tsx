import type { ReactNode } from 'react'
import { LinkButton } from '#components/ui/link-button.tsx'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

type FormPageProps = {
  title: string
  /** The breadcrumbs above the card. */
  crumbs: ReactNode
  /** Why the action is not available; null when it is. */
  disabledReason: string | null
  /** The page to return to where the action is not available. */
  back?: { href: string; label: string }
  /** The heading above that reason. */
  disabledTitle?: string
  children: ReactNode
}

/** A page with one form that moves money, on a slip, or the reason why the action is not available. */
export function FormPage({
  title,
  crumbs,
  disabledReason,
  back,
  disabledTitle = 'Not available',
  children,
}: FormPageProps) {
  return (
    <div className="max-w-[620px]">
      {crumbs}
      <PaperCard wide>
        <CardPart>
          <h1 className="text-title font-semibold tracking-[-0.012em]">{title}</h1>
        </CardPart>
        <Tear />
        <CardPart>
          {disabledReason === null ? (
            children
          ) : (
            <Notice tone="wait" title={disabledTitle}>
              {disabledReason}
              {back && (
                <span className="mt-3 block">
                  <LinkButton href={back.href}>{back.label}</LinkButton>
                </span>
              )}
            </Notice>
          )}
        </CardPart>
      </PaperCard>
    </div>
  )
}
