import type { ReactNode } from 'react'
import { Notice } from '#components/ui/notice.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

type FormPageProps = {
  title: string
  /** Where this is, above the card. */
  crumbs: ReactNode
  /** Why it cannot be done; null when it can. */
  refusal: string | null
  children: ReactNode
}

/** A page that is one form about money, on a slip; or the reason why there is none. */
export function FormPage({ title, crumbs, refusal, children }: FormPageProps) {
  return (
    <div className="max-w-[620px]">
      {crumbs}
      <PaperCard wide>
        <CardPart>
          <h1 className="text-title font-semibold tracking-[-0.012em]">{title}</h1>
        </CardPart>
        <Tear />
        <CardPart>
          {refusal === null ? (
            children
          ) : (
            <Notice tone="wait" title="Not available">
              {refusal}
            </Notice>
          )}
        </CardPart>
      </PaperCard>
    </div>
  )
}
