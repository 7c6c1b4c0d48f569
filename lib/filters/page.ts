import { z } from 'zod'
import { Timestamp } from '#lib/values/timestamp.ts'

/** The input of every list: a time range, a size, and either an offset or a cursor. */
export const PageQuery = {
  from: Timestamp.optional().meta({
    description: 'Only records created at or after this Unix timestamp in seconds.',
    examples: [1_780_272_000],
  }),
  to: Timestamp.optional().meta({
    description: 'Only records created at or before this Unix timestamp in seconds.',
    examples: [1_782_863_999],
  }),
  count: z
    .int({ error: 'count must be an integer from 1 to 100.' })
    .min(1, 'count must be at least 1.')
    .max(100, 'count must be at most 100.')
    .default(10)
    .meta({ description: 'Number of items to return, 1 to 100.' }),
  skip: z
    .int({ error: 'skip must be an integer of 0 or more.' })
    .min(0, 'skip must be 0 or more.')
    .max(1_000_000_000, 'skip must be at most 1000000000.')
    .default(0)
    .meta({
      description:
        'Number of newest items to skip. For deep pages, the cursors starting_after and ending_before are faster.',
    }),
}

/** A text of filters, as above the lists of the dashboard. @param example one that the list takes */
export function filterText(example: string) {
  const amounts = example.includes('amount:') ? ', amounts in the main currency unit' : ''
  return z
    .string()
    .max(500, 'query can be up to 500 characters.')
    .optional()
    .meta({
      description: `Filter text such as "${example}"${amounts}. Its names are those of the dashboard, and an unknown name is an error with the nearest one. Combines with the other filters.`,
      examples: [example],
    })
}

/** The two cursors: the ID after which (older) or before which (newer) the page begins. */
export function cursors(id: z.ZodString | z.ZodType<string>) {
  return {
    starting_after: id
      .optional()
      .meta({ description: 'Cursor: only records older than the one with this ID.' }),
    ending_before: id
      .optional()
      .meta({ description: 'Cursor: only records newer than the one with this ID.' }),
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

/** A list in the API: `{entity: "collection", count, items}`. */
export function Collection<T extends z.ZodType>(item: T) {
  return z.object({
    entity: z.literal('collection').meta({ description: 'Always collection.' }),
    count: z.int().min(0).meta({ description: 'Number of items in this response.' }),
    items: z.array(item).meta({ description: 'Items of the list, newest first.' }),
  })
}

/** The schema of an item, of the output of a list; null for any other output. */
export function itemOf(output: z.ZodType): z.ZodType | null {
  if (!(output instanceof z.ZodObject)) return null
  const { entity, items } = output.shape as Record<string, z.ZodType | undefined>
  const isList = entity instanceof z.ZodLiteral && entity.value === 'collection'
  return isList && items instanceof z.ZodArray ? (items.element as z.ZodType) : null
}

/** Wraps rows as a collection. */
export function collection<T>(items: T[]): { entity: 'collection'; count: number; items: T[] } {
  return { entity: 'collection', count: items.length, items }
}

/** Rows are counted one by one up to this, unless an exact count is requested: a list shows "10,000 or more". */
export const MAX_COUNTED = 10_000
