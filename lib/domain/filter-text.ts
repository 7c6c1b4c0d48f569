import type { Condition } from '#lib/domain/conditions.ts'
import { conditionsOf, type Filters, inputOf } from '#lib/domain/filters.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country-zone.ts'
import { type Filtered, queryFromText } from '#lib/values/filter-query.ts'
import { type ListParam, readParams } from '#lib/values/list-params.ts'

/** What a text of filters means in a list: how it is read (`params`), and what rows it finds (`filters`). */
type TextFilters = {
  /** What a row is called in errors. */
  noun: string
  params: Record<string, ListParam>
  filters: Filters
}

/**
 * The conditions of a text such as `status:captured amount:>5000 -method:wallet`: those of the same text in the list of the
 * dashboard. Amounts are in the currency of the account, and days are those of its country.
 * @throws input_validation_failed with the part that is not understood, and what is
 */
export function conditionsOfText(
  context: Context,
  { noun, params, filters }: TextFilters,
  text: string | undefined,
): Condition[] {
  if (text === undefined) return []
  const list: Filtered = { noun, filters: Object.values(params) }
  const { currency, country } = context.account
  const reader = { currency, zone: zoneOf(country), now: context.now }
  const written = queryFromText(list, text, reader)
  const read = readParams(list.filters, written.query, reader)
  const input = inputOf(filters).safeParse(read.input)
  const problems = [
    ...written.problems,
    ...read.problems,
    ...(input.error?.issues.map(({ message }) => message) ?? []),
  ]
  if (problems.length > 0) throw refused('input_validation_failed', problems.join(' '), { field: 'query' })
  return conditionsOf(context, filters, input.data ?? {})
}
