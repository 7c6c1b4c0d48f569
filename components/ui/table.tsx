import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'

/** How wide a table is at least where it has a column. */
export type Show = '52rem' | '60rem' | '64rem' | '70rem' | '72rem' | '76rem' | '84rem'

/** The position of a cell on a phone, where a row folds: item and amount, then its status and person, then the time. */
export type Place = 'title' | 'amount' | 'status' | 'detail' | 'note'

/** `end` for amounts and times: right-aligned, in figures that line up. */
export type Align = 'start' | 'end'

const SHOW: Record<Show, string> = {
  '52rem': '@max-[52rem]/rows:hidden',
  '60rem': '@max-[60rem]/rows:hidden',
  '64rem': '@max-[64rem]/rows:hidden',
  '70rem': '@max-[70rem]/rows:hidden',
  '72rem': '@max-[72rem]/rows:hidden',
  '76rem': '@max-[76rem]/rows:hidden',
  '84rem': '@max-[84rem]/rows:hidden',
}

const ALIGN: Record<Align, string> = { start: 'text-left', end: 'num text-right' }

/** Columns are closer where the table has less room. */
const TABLE =
  'w-full border-separate border-spacing-0 text-table [--between:clamp(6px,0.9cqi,12px)] @max-[44rem]/rows:block [&>tbody]:@max-[44rem]/rows:block'

/** A table with hairlines; on a phone its rows fold. @param className of the box around it */
export function Table({
  caption,
  className,
  children,
}: {
  /** Says what the table holds; for screen readers. */
  caption: string
  className?: string
  children: ReactNode
}) {
  return (
    <div data-table="" className={classNames('@container/rows', className)}>
      <table className={TABLE}>
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </div>
  )
}

/** The heads of the columns. */
export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead className="@max-[44rem]/rows:sr-only">
      <tr>{children}</tr>
    </thead>
  )
}

type ColumnHeadProps = Pick<ComponentProps<'th'>, 'aria-sort' | 'children'> & {
  align?: Align | undefined
  show?: Show | undefined
}

export function ColumnHead({ align = 'start', show, ...rest }: ColumnHeadProps) {
  const own =
    'sticky top-[var(--sticky-top,0px)] z-2 border-b border-line-strong bg-paper px-(--between) py-[6px] text-[0.75rem] font-medium whitespace-nowrap text-ink-3 first:pl-[4px] last:pr-[4px] print:static'
  return <th scope="col" className={classNames(own, ALIGN[align], show && SHOW[show])} {...rest} />
}

const ROW =
  'group/row has-[.row-link:focus-visible]:outline-2 has-[.row-link:focus-visible]:-outline-offset-2 has-[.row-link:focus-visible]:outline-accent @max-[44rem]/rows:grid @max-[44rem]/rows:grid-cols-[minmax(0,1fr)_auto] @max-[44rem]/rows:gap-x-[12px] @max-[44rem]/rows:gap-y-[2px] @max-[44rem]/rows:border-b @max-[44rem]/rows:border-line @max-[44rem]/rows:py-[10px] @max-[44rem]/rows:[grid-template-areas:"title_amount"_"status_detail"_"note_note"] @max-[44rem]/rows:[&:not(:has(>[data-place=amount]))]:[grid-template-areas:"title_title"_"status_detail"_"note_note"]'

/** @param opens its link opens on a click anywhere in the row (row-keys.ts) */
export function TableRow({ opens, className, ...rest }: ComponentProps<'tr'> & { opens?: boolean }) {
  return (
    <tr
      data-opens={opens ? '' : undefined}
      className={classNames(ROW, opens && 'cursor-pointer', className)}
      {...rest}
    />
  )
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

const CELL =
  'h-(--row) border-b border-line px-(--between) py-0 whitespace-nowrap group-hover/row:bg-sunken group-has-focus-visible/row:bg-sunken first:pl-[4px] last:pr-[4px]'

const FOLDED =
  '@max-[44rem]/rows:block @max-[44rem]/rows:h-auto @max-[44rem]/rows:max-w-none @max-[44rem]/rows:overflow-hidden @max-[44rem]/rows:text-ellipsis @max-[44rem]/rows:border-0 @max-[44rem]/rows:px-0! @max-[44rem]/rows:whitespace-normal @max-[44rem]/rows:empty:hidden'

const PLACES: Record<Place, string> = {
  title: '@max-[44rem]/rows:[grid-area:title]',
  amount: '@max-[44rem]/rows:text-right @max-[44rem]/rows:[grid-area:amount]',
  status: '@max-[44rem]/rows:[grid-area:status]',
  detail:
    '@max-[44rem]/rows:max-w-[52cqi]! @max-[44rem]/rows:text-right @max-[44rem]/rows:whitespace-nowrap @max-[44rem]/rows:[grid-area:detail]',
  note: '@max-[44rem]/rows:text-left @max-[44rem]/rows:text-[0.78125rem] @max-[44rem]/rows:text-ink-2 @max-[44rem]/rows:[grid-area:note]',
}

const LABEL =
  '@max-[44rem]/rows:before:font-normal @max-[44rem]/rows:before:text-ink-3 @max-[44rem]/rows:before:content-[attr(data-label)_"_"]'

function cellLook({ align = 'start', place, label, show, strong, soft }: CellLook, className?: string) {
  return classNames(
    CELL,
    ALIGN[align],
    show && SHOW[show],
    strong ? 'font-[580]' : '[font-weight:inherit]',
    soft && 'text-ink-2',
    place ? FOLDED : '@max-[44rem]/rows:hidden',
    place && PLACES[place],
    label && LABEL,
    className,
  )
}

type CellProps<Tag extends 'td' | 'th'> = Omit<ComponentProps<Tag>, 'align'> & CellLook

export function Cell({ align, place, label, show, strong, soft, className, ...rest }: CellProps<'td'>) {
  const look = cellLook({ align, place, label, show, strong, soft }, className)
  return <td data-label={label} data-place={place} className={look} {...rest} />
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
  const look = cellLook({ align, place, label, show, strong, soft }, className)
  return <th scope="row" data-label={label} data-place={place} className={look} {...rest} />
}

/** The link of a row: a click anywhere in the row opens it, and j and k move between these links (row-keys.ts). */
export const rowLink =
  'row-link no-underline hover:underline hover:underline-offset-2 focus-visible:outline-none'
