import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** A record: what it is about on the left, its stub torn along a dashed line on the right (below on a phone). */
export function Slip({ children, stub }: { children: ReactNode; stub: ReactNode }) {
  return (
    <div className="slip">
      <div className="slip-body">{children}</div>
      <aside className="stub" aria-label="Details">
        {stub}
      </aside>
    </div>
  )
}

/** A part of the stub with its heading. */
export function StubSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="stub-section">
      <h2 className="mb-2 text-table font-semibold">{title}</h2>
      {children}
    </section>
  )
}

/** The head of a record: the amount it is about, its state, and what can be done. */
export function SlipHead({
  amount,
  children,
  actions,
}: {
  amount: ReactNode
  children?: ReactNode
  actions?: ReactNode
}) {
  return (
    <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-amount font-semibold tracking-[-0.025em]">{amount}</h1>
        {children && (
          <div className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ink-2">{children}</div>
        )}
      </div>
      {actions && <div className="ml-auto flex flex-wrap gap-2 max-phone:ml-0">{actions}</div>}
    </header>
  )
}

/** A card for people outside: parts with a tear between them. */
export function PaperCard({
  children,
  wide = false,
  className,
}: {
  children: ReactNode
  wide?: boolean
  className?: string
}) {
  return (
    <div
      className={classNames('paper-card mx-auto w-full', wide ? 'max-w-[620px]' : 'max-w-[440px]', className)}
    >
      {children}
    </div>
  )
}

export function CardPart({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('px-6 py-5 max-phone:px-4', className)}>{children}</div>
}

/** The perforation between two parts of a card. */
export function Tear() {
  return <div aria-hidden="true" className="tear" />
}
