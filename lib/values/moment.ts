import { z } from 'zod'
import { EARLIEST, LATEST } from './time.ts'

/** A moment that a caller sends: Unix seconds. */
export const Moment = z
  .int({ error: 'This must be a Unix timestamp in whole seconds.' })
  .min(EARLIEST, `This must be a Unix timestamp in seconds, at least ${EARLIEST}.`)
  .max(LATEST, `This must be a Unix timestamp in seconds, at most ${LATEST}.`)
