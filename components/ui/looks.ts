import { classNames } from './class-names.ts'

/*
 * Classes of buttons and inputs. A class that begins with `base:` gives way to any class that the caller adds.
 * Their room is in pixels, so that larger text does not make them outgrow the bar or a phone.
 */

export type ButtonLook = {
  variant?: 'default' | 'primary' | 'quiet' | 'danger' | undefined
  size?: 'small' | 'default' | 'large' | 'icon' | undefined
}

const BUTTON =
  'inline-flex items-center justify-center gap-[6px] border text-center font-sans font-[550] normal-nums select-none base:rounded-control base:whitespace-nowrap transition-[background-color,border-color] duration-120 unavailable:cursor-not-allowed unavailable:border-line-strong unavailable:bg-sunken unavailable:text-ink-3 print:hidden! [:where(&_svg)]:size-[15px] [:where(&_svg)]:flex-none'

const VARIANTS = {
  default: 'border-edge bg-surface text-ink hover:bg-sunken active:bg-plain-tint',
  // On pages of payers in the colour of the merchant, if they chose one (lib/values/brand.ts).
  primary:
    'border-(--brand-edge,var(--accent)) bg-(--brand,var(--accent)) text-(--brand-ink,var(--accent-ink)) hover:border-(--brand-edge,var(--accent-strong)) hover:bg-(--brand-strong,var(--accent-strong))',
  quiet: 'border-transparent text-ink-2 hover:bg-plain-tint hover:text-ink',
  danger: 'danger border-current bg-surface text-bad hover:bg-bad-tint',
}

const SIZES = {
  small: 'min-h-[26px] px-[8px] py-[3px] text-small',
  default: 'base:min-h-[32px] px-[12px] py-[6px] text-table/4.5 base:pointer-coarse:min-h-[38px]',
  large: 'base:min-h-[40px] px-[16px] base:py-[9px] text-base base:pointer-coarse:min-h-[38px]',
  icon: 'base:min-h-[32px] base:w-[32px] text-table/4.5 base:pointer-coarse:min-h-[38px] base:pointer-coarse:w-[38px]',
}

/** A button, or a link styled as one. Hidden in print. */
export function buttonLook(
  { variant = 'default', size = 'default' }: ButtonLook = {},
  className?: string,
): string {
  return classNames(BUTTON, VARIANTS[variant], SIZES[size], className) ?? BUTTON
}

const INPUT =
  'border base:w-full base:rounded-control base:border-edge base:bg-paper base:px-[10px] base:font-sans base:font-[450] base:normal-nums base:text-base base:text-ink base:text-ellipsis transition-[border-color] duration-120 enabled:hover:border-ink-2 focus-visible:border-accent focus-visible:-outline-offset-1 aria-invalid:border-bad aria-invalid:shadow-[inset_3px_0_0_var(--bad)] disabled:cursor-not-allowed disabled:bg-sunken disabled:text-ink-2 [&[readonly]]:bg-sunken [&[readonly]]:text-ink-2 base:pointer-coarse:text-[1rem]'

const INPUT_SIZES = {
  small: 'base:min-h-[30px] base:py-[4px] base:text-table base:pointer-coarse:min-h-[38px]',
  default: 'base:min-h-[38px] base:py-[8px] base:pointer-coarse:min-h-[44px]',
}

/** Inputs and selects. Sixteen pixels keep phones from zooming in on a focused field. */
export function inputLook(size: 'small' | 'default' = 'default', ...classes: Parameters<typeof classNames>) {
  return classNames(INPUT, INPUT_SIZES[size], ...classes)
}

export const checkbox = 'my-[2px] size-[16px] flex-none'

/** A box of choices that lie side by side, and a choice in it: a link, a button, or the label of a radio button. */
export const segments = 'grid base:auto-cols-[1fr] grid-flow-col rounded-control border border-edge'
export const segment =
  'relative border-l border-line base:px-[10px] base:py-[6px] text-center text-table font-[520] text-ink-2 first:rounded-l-[5px] first:border-l-0 last:rounded-r-[5px] hover:bg-sunken has-checked:bg-accent-tint has-checked:font-semibold has-checked:text-accent has-checked:shadow-[inset_0_0_0_1px_var(--accent)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent aria-[current]:bg-accent-tint aria-[current]:font-semibold aria-[current]:text-accent aria-[current]:shadow-[inset_0_0_0_1px_var(--accent)]'

/** A small label that can be pressed, or one of several; `data-add` where nothing is chosen yet. */
export const chip =
  'inline-flex items-center gap-[6px] border text-small/5 whitespace-nowrap base:min-h-[26px] base:rounded-[14px] base:border-edge base:bg-surface base:px-[10px] base:py-[2px] base:text-ink base:hover:border-ink-2 data-add:border-dashed data-add:bg-transparent data-add:text-ink-2 print:hidden!'

/** Above the page: menus, cards, dialogs. */
export const lifted = 'base:rounded-slip border border-line-strong bg-surface text-ink shadow-lifted'

/** A button that is an icon alone: copy, close, remove. */
export const iconButton =
  'inline-grid size-[26px] flex-none place-items-center rounded-small text-ink-3 hover:bg-plain-tint hover:text-ink print:hidden'

/** A text that is copied by a click: an ID, a time, a reference. */
export const copiedText =
  '-mx-[5px] -my-0.5 min-h-6 rounded-small px-[5px] py-0.5 text-left wrap-anywhere text-inherit hover:bg-plain-tint data-copied:bg-good-tint data-copied:text-good'

/** A small link or button that is no more than text until the pointer is on it. */
export const quietLink =
  'min-h-6 rounded-small px-1.5 py-0.5 text-[0.8125rem] text-ink-2 hover:bg-plain-tint hover:text-ink'

/** A line of a menu or of a list to choose from. */
export const menuItem =
  'flex w-full cursor-pointer items-center gap-2 rounded-[5px] px-2.5 py-1.5 text-left outline-none hover:bg-plain-tint focus-visible:bg-plain-tint data-highlighted:bg-plain-tint [&_svg]:size-[15px] [&_svg]:flex-none [&_svg]:text-ink-3'

/**
 * A sheet of controls that opens below its chip, about as long as what is left of the window there; on a phone it is as
 * wide as the window, or it would stick out at the side.
 */
export const filterPanel =
  'absolute top-[calc(100%+6px)] left-0 z-30 grid max-h-[max(240px,calc(100dvh-var(--sticky-top)-190px))] w-max max-w-[340px] min-w-60 grid-rows-[minmax(0,1fr)_auto] max-[40rem]:right-0 max-[40rem]:w-auto max-[40rem]:max-w-none'

export const tabLine = 'mb-3 flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]'

export const emptyPlace = 'grid justify-items-center px-4 pt-14 pb-16 text-center'

/** The classes of a link for a text that stands in its place. */
export function withoutLinkLook(className: string | undefined): string | undefined {
  return className?.replace(/(?:^|\s)(?:link|hover:\S+)(?=\s|$)/g, '')
}
