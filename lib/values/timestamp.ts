import { z } from 'zod'
import { EARLIEST, LATEST } from './time.ts'

/**
 * A timestamp that a caller sends: Unix seconds. A fraction is dropped, since client libraries divide the
 * milliseconds of a date by a thousand.
 */
export const Timestamp = z.preprocess(
  (value) => (typeof value === 'number' ? Math.floor(value) : value),
  z
    .int({ error: 'The value must be a Unix timestamp in seconds.' })
    .min(EARLIEST, `The value must be a Unix timestamp in seconds, at least ${EARLIEST}.`)
    .max(LATEST, `The value must be a Unix timestamp in seconds, at most ${LATEST}.`),
)
