import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

type FormPageProps = {
  title: string
  /** The breadcrumbs above the card. */
  crumbs: ReactNode
  /** Why the action is not available; null when it is. */
  disabledReason: string | null
  /** The heading above that reason. */
  disabledTitle?: string
  children: ReactNode
}

/** A page with one form that moves money, on a slip, or the reason why the action is not available. */
export function FormPage({
  title,
  crumbs,
  disabledReason,
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
            </Notice>
          )}
        </CardPart>
      </PaperCard>
    </div>
  )
}
