import type { Part } from '#lib/pipeline/operation.ts'
import type { Read } from '#lib/pipeline/reader.ts'

/** One read of all parts, each a column with its row as JSON. */
export function readOf(parts: Record<string, Part>): Read {
  const values: unknown[] = []
  const columns = Object.entries(parts).map(
    ([name, part]) => `(SELECT to_jsonb(r) FROM (${placed(part, values)}) r) AS "${name}"`,
  )
  return { columns: columns.join(', '), values }
}

/** The SQL of a part with its places numbered after those of `values`, which take its own. */
export function placed(part: Part, values: unknown[]): string {
  let at = 0
  return part.sql.replace(/\?(?!\|)/g, () => `$${values.push(part.values[at++])}`)
}
