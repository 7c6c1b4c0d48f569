import { z } from 'zod'
import { among, bound, type Condition, equal, note, prefix } from '#lib/domain/conditions.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** A filter of a list, declared once: its input, and its condition. */
type Filter<S extends z.ZodType = z.ZodType> = {
  schema: S
  where(value: z.output<S>, context: Context, all: Record<string, unknown>): Condition[]
}
export type Filters = Record<string, Filter>

/** The input of a list with these filters: each is optional, and unknown properties are rejected. */
export function filterInputOf<F extends Filters>(filters: F) {
  const shape = Object.entries(filters).map(([name, { schema }]) => [name, schema.optional()])
  return z.strictObject(Object.fromEntries(shape) as { [Name in keyof F]: z.ZodOptional<F[Name]['schema']> })
}

/** The conditions of the filters that are set, of all or some of them. Blank text does not count as set. */
export function conditionsOf(
  context: Context,
  filters: Filters,
  input: Record<string, unknown>,
  names: readonly string[] = Object.keys(filters),
): Condition[] {
  return names.flatMap((name) => {
    const value = input[name]
    return value === undefined || value === '' ? [] : (filters[name]?.where(value, context, input) ?? [])
  })
}

/** A filter with a condition of its own. */
export function filter<S extends z.ZodType>(schema: S, where: Filter<S>['where']): Filter<S> {
  return { schema, where }
}

/** A trimmed text. */
export const textCondition = (max: number) => z.string().trim().max(max)

/** A column equals the value. */
export const equals = <S extends z.ZodType>(column: string, schema: S) =>
  filter(schema, (value) => equal(column, value))

/** A column equals one of the values. */
export const oneOfCondition = <S extends z.ZodType<string>>(column: string, schema: S) =>
  filter(z.array(schema), (values) => among(column, values))

/** A column begins with the text. */
export const startsWith = (column: string, max: number) =>
  filter(textCondition(max), (value) => prefix(column, value))

/** A filter that is either on or absent. */
export const flagCondition = (where: (context: Context) => Condition[]) =>
  filter(z.boolean(), (on, context) => (on ? where(context) : []))

/** Whether a matching row exists in another table. */
export const exists = (subquery: string) =>
  filter(z.boolean(), (yes) => [{ sql: `${yes ? '' : 'NOT '}EXISTS (${subquery})`, values: [] }])

/** When rows were created, in Unix seconds. */
export const created = {
  from: filter(z.int(), (value) => bound('created_at', '>=', value)),
  to: filter(z.int(), (value) => bound('created_at', '<=', value)),
}

/** A range of amounts, in the smallest currency unit. */
export const amounts = (column = 'amount') => ({
  min: filter(z.int().min(0), (value) => bound(column, '>=', value)),
  max: filter(z.int().min(0), (value) => bound(column, '<=', value)),
})

/** A pair of notes, or only its key. */
export const notesCondition = {
  note_key: filter(textCondition(256), (key, _context, { note_value }) =>
    note(key, note_value as string | undefined),
  ),
  note_value: filter(textCondition(256), () => []),
}

/** The maximum number of rows that are selected one by one: those of the largest page. */
const MAX_SELECTED = 100

/** The filter of selected rows, which every list has: the values of the column that identifies a row. */
export const selectedRows = (key: string) => ({
  ids: filter(z.array(z.string().max(64)).min(1).max(MAX_SELECTED), (ids) => among(key, ids)),
})
