import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Static } from './static.tsx'

/** How wide a table is at least where it has a column. */
export type Show = '52rem' | '60rem' | '64rem' | '70rem' | '72rem' | '76rem' | '84rem'

/**
 * The position of a cell on a phone, where a row folds: item and amount, then its status and person, then the time and
 * other notes.
 */
export type Place = 'title' | 'amount' | 'status' | 'detail' | 'note'

/** `end` for amounts and times: right-aligned, in figures that line up. */
export type Align = 'start' | 'end'

/** Where a table of chosen columns may be wider than its room: below the width from which all of them fit. Its heads stick to its own edge. */
const SCROLLS: Record<Show, string> = {
  '52rem':
    '@min-[40rem]/rows:@max-[52rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[52rem]/rows:[--sticky-top:0px]',
  '60rem':
    '@min-[40rem]/rows:@max-[60rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[60rem]/rows:[--sticky-top:0px]',
  '64rem':
    '@min-[40rem]/rows:@max-[64rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[64rem]/rows:[--sticky-top:0px]',
  '70rem':
    '@min-[40rem]/rows:@max-[70rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[70rem]/rows:[--sticky-top:0px]',
  '72rem':
    '@min-[40rem]/rows:@max-[72rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[72rem]/rows:[--sticky-top:0px]',
  '76rem':
    '@min-[40rem]/rows:@max-[76rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[76rem]/rows:[--sticky-top:0px]',
  '84rem':
    '@min-[40rem]/rows:@max-[84rem]/rows:overflow-x-auto @min-[40rem]/rows:@max-[84rem]/rows:[--sticky-top:0px]',
}

/** Shown where a column is not: what says so. */
const MISSING: Record<Show, string> = {
  '52rem': '@min-[52rem]/rows:hidden',
  '60rem': '@min-[60rem]/rows:hidden',
  '64rem': '@min-[64rem]/rows:hidden',
  '70rem': '@min-[70rem]/rows:hidden',
  '72rem': '@min-[72rem]/rows:hidden',
  '76rem': '@min-[76rem]/rows:hidden',
  '84rem': '@min-[84rem]/rows:hidden',
}

/** The width from which all of some columns fit, in rem. */
export function widest(shows: readonly (Show | undefined)[]): Show | undefined {
  return shows.reduce(
    (most, show) => (Number.parseInt(show ?? '0', 10) > Number.parseInt(most ?? '0', 10) ? show : most),
    undefined,
  )
}

/** The class of a note that stands where a column is left out; null for a column that always is there. */
export function missingLook({ show, place }: { show?: Show | undefined; place?: Place | undefined }) {
  if (place === undefined) return show ? MISSING[show] : '@min-[40rem]/rows:hidden'
  return show ? `folded:hidden ${MISSING[show]}` : null
}

/** What the widths of columns are measured by. */
export const ROOM = '@container/rows'

/** The same for a table of few, short columns, which folds later. */
const ROOM_OF_FEW = '@container/few'

/** A table with hairlines; on a phone its rows fold. @param className of the box around it */
export function Table({
  caption,
  folds = true,
  few = false,
  scrolls,
  className,
  mayOpen,
  children,
}: {
  /** Says what the table holds; for screen readers. */
  caption: string
  /** Whether rows fold where there is little room: not those of few, short columns. */
  folds?: boolean
  /** Its columns are few and short: it stays a table in the left of a slip. */
  few?: boolean | undefined
  /** The width below which it scrolls sideways in its box. There its heads don't stick to the window. */
  scrolls?: Show | undefined
  className?: string
  /** Which pages the reader may open; then the table is one text (static.tsx), or else React's. */
  mayOpen?: ((path: string) => boolean) | undefined
  children: ReactNode
}) {
  const content = (
    <>
      <caption className="sr-only">{caption}</caption>
      {children}
    </>
  )
  const table = mayOpen ? (
    <Static as="table" className="rows" mayOpen={mayOpen}>
      {content}
    </Static>
  ) : (
    <table className="rows">{content}</table>
  )
  // Positioned, so that what is hidden for screen readers in it scrolls with it and does not widen the page.
  return (
    <div data-table="" className={classNames(folds && (few ? ROOM_OF_FEW : ROOM), className)}>
      {scrolls ? (
        <div className={`relative ${SCROLLS[scrolls]} print:overflow-visible!`}>{table}</div>
      ) : (
        table
      )}
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="folded:sr-only">
      <tr>{children}</tr>
    </thead>
  )
}

type ColumnHeadProps = Pick<ComponentProps<'th'>, 'aria-sort' | 'children'> & {
  align?: Align | undefined
  show?: Show | undefined
}

export function ColumnHead({ align, show, ...rest }: ColumnHeadProps) {
  return <th scope="col" className={classNames('column-head', cellLook({ align, show }))} {...rest} />
}

/** @param opens its link opens on a click anywhere in the row (row-keys.ts) */
export function TableRow({ opens, ...rest }: ComponentProps<'tr'> & { opens?: boolean }) {
  return <tr data-opens={opens ? '' : undefined} {...rest} />
}

type CellLook = {
  align?: Align | undefined
  place?: Place | undefined
  /** Written before the value on a phone, where there are no heads. */
  label?: string | undefined
  show?: Show | undefined
  /** The figure that is compared: heavier. */
  strong?: boolean | undefined
  /** Less prominent: grey. */
  soft?: boolean | undefined
}

/** The names of looks, which css/looks.css draws: short, since every cell has them. */
function cellLook({ align, show, strong, soft }: Omit<CellLook, 'label' | 'place'>, className?: string) {
  return classNames(
    align === 'end' && 'end',
    show && `from-${Number.parseInt(show, 10)}`,
    strong && 'font-[580]',
    soft && 'text-ink-2',
    className,
  )
}

/** Leaves out what is undefined, which React would otherwise send for every cell, by name. */
function given(props: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
}

type CellProps<Tag extends 'td' | 'th'> = Omit<ComponentProps<Tag>, 'align'> & CellLook

export function Cell({ align, place, label, show, strong, soft, className, ...rest }: CellProps<'td'>) {
  const look = cellLook({ align, show, strong, soft }, className)
  return <td {...given({ 'data-label': label, 'data-place': place, className: look })} {...rest} />
}

/** The cell that names its row: the title, unless it has another place. */
export function RowHead({
  align,
  place = 'title',
  label,
  show,
  strong,
  soft,
  className,
  ...rest
}: CellProps<'th'>) {
  const look = cellLook({ align, show, strong, soft }, className)
  return (
    <th scope="row" {...given({ 'data-label': label, 'data-place': place, className: look })} {...rest} />
  )
}

/** The link of a row: a click anywhere in the row opens it, and j and k move between these links (row-keys.ts). */
export const rowLink = 'row-link'
