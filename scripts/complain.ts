import { CannotStart } from '#lib/server/cannot-start.ts'

/** Prints what went wrong: an error that a person can act on as its sentence, anything else with all that is known. */
export function complain(error: unknown): void {
  console.error(error instanceof CannotStart ? error.message : error)
}
