import { type StartErrorName, type StartErrorValues, sentence } from '#lib/process/start-errors.ts'

/** An error that a person can act on: its message says what to do, and is printed without a stack. */
export class CannotStart extends Error {}

/** The error for one reason of lib/process/start-errors.ts, with its sentence filled in. */
export function startError<Name extends StartErrorName>(
  name: Name,
  values: StartErrorValues<Name>,
  cause?: unknown,
): CannotStart {
  return new CannotStart(sentence(name, values), { cause })
}

/** Several sentences at once, a line each. */
export function startErrors(sentences: string[], cause: unknown): CannotStart {
  return new CannotStart(sentences.join('\n'), { cause })
}
