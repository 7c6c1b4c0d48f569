import { z } from 'zod'
import { Moment } from './moment.ts'

/** What every list accepts: a window of time, a size, and either an offset or a cursor. */
export const PageQuery = {
  from: Moment.optional().meta({
    description: 'Only what was created at or after this moment (Unix seconds).',
  }),
  to: Moment.optional().meta({
    description: 'Only what was created at or before this moment (Unix seconds).',
  }),
  count: z
    .int({ error: 'count must be a whole number from 1 to 100.' })
    .min(1, 'count must be at least 1.')
    .max(100, 'count must be at most 100.')
    .default(10)
    .meta({ description: 'How many to return, 1 to 100.' }),
  skip: z
    .int({ error: 'skip must be a whole number, 0 or more.' })
    .min(0, 'skip must be 0 or more.')
    .max(1_000_000_000, 'skip must be at most 1000000000.')
    .default(0)
    .meta({
      description:
        'How many of the newest to pass over. Its cost grows with it; the cursors cost the same at any depth.',
    }),
}

/** The two cursors: an id; the page after it (older) or before it (newer). */
export function cursors(id: z.ZodString | z.ZodType<string>) {
  return {
    starting_after: id.optional().meta({ description: 'Only what is older than this id.' }),
    ending_before: id.optional().meta({ description: 'Only what is newer than this id.' }),
  }
}

export type Page = {
  from?: number | undefined
  to?: number | undefined
  count: number
  skip: number
  starting_after?: string | undefined
  ending_before?: string | undefined
}

/** A list on the wire: `{entity: "collection", count, items}`. */
export function Collection<T extends z.ZodType>(item: T) {
  return z.object({ entity: z.literal('collection'), count: z.int().min(0), items: z.array(item) })
}

/** Wraps rows as a collection. */
export function collection<T>(items: T[]): { entity: 'collection'; count: number; items: T[] } {
  return { entity: 'collection', count: items.length, items }
}
