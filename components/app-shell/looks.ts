/** Comes into view when the keyboard reaches it. */
export const skipLink = 'fixed top-[6px] left-[12px] z-70 -translate-y-[60px] focus:translate-y-0'

/** A link to a part of the application, in the sidebar or in the sheet of a phone. */
export const navLink = 'nav-link'

/** The name above a group of links. */
export const navGroup = 'nav-group'

export const sheetLink = `${navLink} nav-link-sheet`

/** A native popover at the left edge of a phone: it opens without script. */
export const sheet =
  'fixed inset-[0_auto_0_0] m-0 h-dvh max-h-none w-[min(288px,84vw)] overflow-y-auto border-r border-line-strong bg-paper px-[12px] py-[14px] text-ink backdrop:bg-veil open:flex open:animate-slide-in open:flex-col print:hidden'

/** A native popover below the bar. */
export const barMenu =
  'fixed inset-[calc(var(--sticky-top)-4px)_16px_auto_auto] m-0 max-h-[calc(100dvh-var(--sticky-top)-16px)] w-[276px] overflow-y-auto p-[6px] max-desk:top-[calc(var(--band)+var(--bar))] max-desk:max-h-[calc(100dvh-var(--band)-var(--bar)-16px)] open:animate-appear print:hidden'
