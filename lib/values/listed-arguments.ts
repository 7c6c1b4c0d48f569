/** Arguments that tools accept and do not list. */
const UNLISTED: readonly string[] = ['skip', 'ending_before', 'app_offer']

/**
 * The arguments that a tool lists, and that errors suggest: cursors do the same as `skip`, where there are any, and pages are
 * read in one direction.
 */
export function listedArguments(names: readonly string[]): string[] {
  const unlisted = names.includes('starting_after') ? UNLISTED : UNLISTED.filter((name) => name !== 'skip')
  return names.filter((name) => !unlisted.includes(name))
}
