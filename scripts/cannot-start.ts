/** A refusal that a person can act on: its message says what to do, and is printed without a stack. */
export class CannotStart extends Error {}

/** Prints what went wrong: a refusal as its sentence, anything else with all that is known about it. */
export function complain(error: unknown): void {
  console.error(error instanceof CannotStart ? error.message : error)
}
