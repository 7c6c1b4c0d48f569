/**
 * What a page is told whose forms this version of the server no longer knows. Pages know it by its beginning, without this
 * module, since all of them would load it.
 */
export const OUT_OF_DATE = 'This page is out of date. Reload it.'
