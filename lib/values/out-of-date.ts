/** What a page is told whose forms this version of the server no longer knows. */
export const OUT_OF_DATE = 'This page is out of date. Reload it.'

/** That sentence, where an action failed with it. Known by its beginning, since every page loads this. */
export function outOfDateIn(thrown: unknown): string | undefined {
  const text = (thrown as Error | undefined)?.message
  return text?.startsWith('This page is') ? text : undefined
}
