/** Comes into view when the keyboard reaches it. */
export const skipLink = 'fixed top-[6px] left-[12px] z-70 -translate-y-[60px] focus:translate-y-0'

/** A link to a part of the application, in the navigation (`side` in css/looks.css). */
export const navLink = 'nav-link'

/** The name above a group of links. */
export const navGroup = 'nav-group'

/** A native popover below the bar. */
export const barMenu =
  'fixed inset-[calc(var(--sticky-top)-4px)_16px_auto_auto] m-0 max-h-[calc(100dvh-var(--sticky-top)-16px)] w-[276px] overflow-y-auto p-[6px] max-desk:top-[calc(var(--band)+var(--bar))] max-desk:max-h-[calc(100dvh-var(--band)-var(--bar)-16px)] open:animate-appear print:hidden'
