import { z } from 'zod'
import { EARLIEST, LATEST } from './time.ts'

/** Marks timestamps, so that a surface can read the dates and words that people use for them. */
const MARKED = z.registry<{ timestamp: true }>()

/**
 * A timestamp that a caller sends: Unix seconds. A fraction is dropped, since client libraries divide the
 * milliseconds of a date by a thousand.
 */
export const Timestamp = z
  .preprocess(
    (value) => (typeof value === 'number' ? Math.floor(value) : value),
    z
      .int({ error: 'The value must be a Unix timestamp in seconds.' })
      .min(EARLIEST, `The value must be a Unix timestamp in seconds, at least ${EARLIEST}.`)
      .max(LATEST, `The value must be a Unix timestamp in seconds, at most ${LATEST}.`),
  )
  .register(MARKED, { timestamp: true })

/** Whether a schema is that of a timestamp, optional or not. */
export function isTimestamp(schema: z.core.$ZodType): boolean {
  if (MARKED.get(schema as z.ZodType)) return true
  const { def } = schema._zod
  const { innerType } = def as { innerType?: z.core.$ZodType }
  return innerType !== undefined && isTimestamp(innerType)
}
