import type { Condition } from '#lib/database/conditions.ts'
import { conditionsOf, type Filters, filterInputOf } from '#lib/domain/filters.ts'
import { countFound } from '#lib/domain/page.ts'
import { type Filtered, meantText, queryFromText, unknownWords } from '#lib/filters/filter-query.ts'
import { readParams } from '#lib/filters/list-params.ts'
import { refused } from '#lib/pipeline/errors.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import { zoneOf } from '#lib/values/country.ts'
import { parseMoney } from '#lib/values/money-text.ts'

/** The list that a text of filters is of. */
type TextFilters = {
  /** What words without a name are compared with, and in which table. */
  search?: {
    table: string
    /** In words: "email or reference". */
    by: string
    amounts?: true
  }
  /** What a row is called in errors. */
  noun: string
  filters: Filters
}

/**
 * The conditions of a text such as `status:captured amount:>5000 -method:wallet`: those of the same text in the list of the
 * dashboard. Amounts are in the currency of the account, and days are those of its country.
 * @throws input_validation_failed with the part that is not understood, and what is
 */
export async function conditionsOfText(
  context: Context,
  { noun, filters, search }: TextFilters,
  text: string | undefined,
): Promise<Condition[]> {
  if (text === undefined) return []
  const list: Filtered = { noun, filters, ...(context.lookAhead ? { strict: true } : {}) }
  const { currency, country } = context.account
  const reader = { currency, zone: zoneOf(country), now: context.now }
  const written = queryFromText(list, text, reader)
  const read = readParams(filters, written.query, reader)
  const input = filterInputOf(filters).safeParse(read.input)
  const problems = [
    ...written.problems,
    ...read.problems,
    ...(input.error?.issues.map(({ message }) => message) ?? []),
  ]
  if (problems.length > 0) throw refused('input_validation_failed', problems.join(' '), { field: 'query' })
  const { q } = written.query
  // Models alone read one page ahead. They write sentences for filters, and would read an empty page as "there are none".
  if (context.lookAhead && search && q !== undefined) {
    const meant = meantText(list, q, written.query, reader)
    const isExact = meant === null && (looksExact(q) || (search.amounts && parseMoney(q, currency) !== null))
    // A reference or a name can be any text.
    if (!isExact && (await countFound(context, search, conditionsOf(context, filters, { q }), 1)) === 0)
      throw refused('input_validation_failed', unknownWords(list, search.by, q, meant), { field: 'query' })
  }
  return conditionsOf(context, filters, input.data ?? {})
}

/** One email, number, ID or reference, or a phone number: an empty page says that there is none. */
function looksExact(text: string): boolean {
  return /^[^\s<>=₹$]*[@\d][^\s<>=₹$]*$/.test(text) || /^\+?[\d\s()-]{8,20}$/.test(text)
}
