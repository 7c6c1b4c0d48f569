import type { Condition } from '#lib/domain/conditions.ts'
import { conditionsOf, type Filters, inputOf } from '#lib/domain/filters.ts'
import { countFound } from '#lib/domain/page.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country-zone.ts'
import { type Filtered, queryFromText, unknownWords } from '#lib/values/filter-query.ts'
import { type ListParam, readParams } from '#lib/values/list-params.ts'

/** What a text of filters means in a list: how it is read (`params`), and what rows it finds (`filters`). */
type TextFilters = {
  /** The table of a list whose words are references of one kind or another, and no names. */
  references?: string
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
export async function conditionsOfText(
  context: Context,
  { noun, params, filters, references }: TextFilters,
  text: string | undefined,
): Promise<Condition[]> {
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
  const { q } = written.query
  // Models alone read one page ahead. They write sentences for filters, and would read an empty page as "there are none".
  if (context.lookAhead && references !== undefined && q !== undefined && !LOOKS_EXACT.test(q)) {
    // A reference can be any word.
    const found = await countFound(context, { table: references }, conditionsOf(context, filters, { q }), 1)
    if (found === 0) throw refused('input_validation_failed', unknownWords(list, q), { field: 'query' })
  }
  return conditionsOf(context, filters, input.data ?? {})
}

/** Emails, numbers, amounts and most references: an empty page says that there is none. */
const LOOKS_EXACT = /[@\d]/
