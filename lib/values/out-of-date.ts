/** What a page is told whose forms this version of the server no longer knows. */
export const OUT_OF_DATE = 'This page is out of date. Reload it.'
