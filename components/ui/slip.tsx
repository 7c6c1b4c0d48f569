import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Actions } from './page-head.tsx'

/* The one ornament: the perforated edge. The notches at both ends of a tear are half circles, cut out of the edge. */
const NOTCHES =
  'before:absolute before:size-[14px] before:rounded-full before:border before:border-line before:bg-paper after:absolute after:size-[14px] after:rounded-full after:border after:border-line after:bg-paper'

const STUB = `relative min-w-0 border-l-[1.5px] border-dashed border-line-strong p-[20px] narrow:border-t-[1.5px] narrow:border-l-0 narrow:px-[16px] narrow:py-[18px] ${NOTCHES} before:top-[-8px] before:left-[-8px] before:[clip-path:inset(7px_0_0_0)] after:bottom-[-8px] after:left-[-8px] after:[clip-path:inset(0_0_7px_0)] narrow:before:[clip-path:inset(0_0_0_7px)] narrow:after:top-[-8px] narrow:after:right-[-8px] narrow:after:bottom-auto narrow:after:left-auto narrow:after:[clip-path:inset(0_7px_0_0)]`

/** The same below the content at every width, its parts side by side where there is room. */
const STUB_BELOW = `relative min-w-0 border-t-[1.5px] border-dashed border-line-strong px-[24px] py-[22px] narrow:px-[16px] narrow:py-[18px] ${NOTCHES} before:top-[-8px] before:left-[-8px] before:[clip-path:inset(0_0_0_7px)] after:top-[-8px] after:right-[-8px] after:[clip-path:inset(0_7px_0_0)] desk:[columns:15rem_3] desk:gap-x-10 desk:[&>section]:mb-[18px] desk:[&>section]:mt-0! desk:[&>section]:break-inside-avoid desk:[&>section]:border-t-0! desk:[&>section]:pt-0!`

type SlipProps = {
  children: ReactNode
  stub: ReactNode
  /** The content is a wide table: it takes the whole width. */
  wide?: boolean
}

/** A record: its content on the left, its stub torn along a dashed line on the right (below on a phone). */
export function Slip({ children, stub, wide = false }: SlipProps) {
  return (
    <div
      data-slip=""
      className={classNames(
        'relative grid rounded-slip border border-line bg-surface',
        wide
          ? 'grid-cols-[minmax(0,1fr)]'
          : 'grid-cols-[minmax(0,1fr)_316px] narrow:grid-cols-[minmax(0,1fr)]',
      )}
    >
      <div className="min-w-0 px-[24px] py-[22px] narrow:px-[16px] narrow:py-[18px]">{children}</div>
      <aside className={wide ? STUB_BELOW : STUB} aria-label="Details">
        {stub}
      </aside>
    </div>
  )
}

export const stubSection =
  '[section+&]:mt-[18px] [section+&]:border-t [section+&]:border-line [section+&]:pt-[16px] print:break-inside-avoid'

export function StubSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={stubSection}>
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
      {actions && <Actions>{actions}</Actions>}
    </header>
  )
}

const CARD = 'relative mx-auto w-full rounded-slip border border-line bg-surface'

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
    <div className={classNames(CARD, wide ? 'max-w-[620px]' : 'max-w-[440px]', className)}>{children}</div>
  )
}

export function CardPart({ children, className }: { children: ReactNode; className?: string }) {
  return <div className={classNames('px-6 py-5 max-phone:px-4', className)}>{children}</div>
}

const TEAR = `relative h-0 overflow-visible border-t-[1.5px] border-dashed border-line-strong ${NOTCHES} before:top-[-8px] before:left-[-8px] before:[clip-path:inset(0_0_0_7px)] after:top-[-8px] after:right-[-8px] after:[clip-path:inset(0_7px_0_0)]`

/** The perforation between two parts of a card. */
export function Tear() {
  return <div aria-hidden="true" className={TEAR} />
}
