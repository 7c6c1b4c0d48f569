import type { AppError } from '#lib/pipeline/errors.ts'
import type { Context, Operation } from '#lib/pipeline/operation.ts'

/** Thrown by a decision that takes locks, where there are none: the pipeline decides again in a transaction. */
export class NeedsLocks extends Error {
  constructor() {
    super('This is decided in a transaction.')
    this.name = 'NeedsLocks'
  }
}

/** By name and not by class: Next's bundle and plain Node each load this file once. */
export function needsLocks(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.name === 'NeedsLocks'
}

/**
 * Thrown to undo what an operation has done and have another transaction write something in its place, as an action with a
 * name of its own: a request for approval.
 */
export abstract class WrittenInstead extends Error {
  abstract readonly as: { name: string; status: number }
  /** @returns the error of the response */
  abstract write(context: Context, operation: Pick<Operation, 'permission'>): Promise<AppError>
}

/** By its members and not by class: Next's bundle and plain Node each load this file once. */
export function isWrittenInstead(thrown: unknown): thrown is WrittenInstead {
  return thrown instanceof Error && 'as' in thrown && 'write' in thrown
}
