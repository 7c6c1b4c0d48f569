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

/** A sheet of controls that opens below its chip: on a phone as wide as the window, or it would stick out at the side. */
export const filterPanel =
  'absolute top-[calc(100%+6px)] left-0 z-30 grid w-max max-w-[min(340px,calc(100vw-32px))] min-w-60 gap-3 px-3.5 pt-3 max-[40rem]:right-0 max-[40rem]:w-auto max-[40rem]:max-w-none'

/** The line below the tabs of a list or a record. */
export const tabLine = 'mb-3 flex gap-5 overflow-x-auto border-b border-line [scrollbar-width:none]'

/** Where a list or a record would be, and is not. */
export const emptyPlace = 'grid justify-items-center px-4 pt-14 pb-16 text-center'
