/** The header by which the server requests the page of an error from the layout; a caller's own is dropped. */
export const ERROR_PAGE_HEADER = 'x-counterfoil-error-page'

/** The errors that have a page of their own in a layout: no permission, and not found. */
export const ERROR_PAGES = [403, 404] as const
export type ErrorPage = (typeof ERROR_PAGES)[number]
