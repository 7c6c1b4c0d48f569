/** Comes into view when the keyboard reaches it. */
export const skipLink = 'skip-link'

/** A link to a part of the application, in the navigation (`side` in css/looks.css). */
export const navLink = 'nav-link'

/** The name above a group of links. */
export const navGroup = 'nav-group'

/** A native popover below the bar. */
export const barMenu = 'bar-menu'
