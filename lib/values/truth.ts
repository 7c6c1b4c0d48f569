import { z } from 'zod'

/** The name of a record as a person types it to confirm an irreversible action. The longest is the host of a webhook. */
export const TypedName = z.string().max(300, 'The name can be up to 300 characters.')

const TRUTHS = new Map<unknown, boolean>([
  ['true', true],
  ['false', false],
  // As Python writes them into a form.
  ['True', true],
  ['False', false],
  ['1', true],
  ['0', false],
  [1, true],
  [0, false],
])

/** A truth value as clients send it; anything else unchanged. */
export function readTruth(value: unknown): unknown {
  return TRUTHS.get(value) ?? value
}

export const Truth = z.preprocess(readTruth, z.boolean({ error: 'The value must be true or false.' }))
