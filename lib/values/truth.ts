import { z } from 'zod'

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
