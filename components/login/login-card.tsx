import type { ReactNode } from 'react'
import { Mark } from '#components/app-shell/mark.tsx'
import { CardPart, PaperCard, Tear } from '#components/ui/slip.tsx'

/** The card of the pages around signing in; `below` is a sentence under it. */
export function LoginCard({
  title,
  below,
  children,
}: {
  title: string
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <main className="grid min-h-dvh content-start px-4 pt-[12vh] pb-12">
      <PaperCard>
        <CardPart>
          <p className="flex items-center gap-2.5 text-lead font-[650] tracking-[-0.015em]">
            <Mark /> Counterfoil
          </p>
        </CardPart>
        <Tear />
        <CardPart className="pb-6">
          <h1 className="mb-3 text-title font-semibold tracking-[-0.012em]">{title}</h1>
          {children}
        </CardPart>
      </PaperCard>
      {below && <p className="mx-auto mt-4 max-w-[400px] text-center text-small text-ink-2">{below}</p>}
    </main>
  )
}
