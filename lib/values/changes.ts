/** The changed fields of an edit, before and after. */
export type FieldChanges<Name extends string = string> = Partial<Record<Name, { from: unknown; to: unknown }>>

/** The fields that differ between two representations, in the order of `names`; an absent one is null. */
export function changesBetween<Name extends string>(
  names: readonly Name[],
  before: Partial<Record<Name, unknown>>,
  after: Partial<Record<Name, unknown>>,
): FieldChanges<Name> {
  const changed = names.filter((name) => canonical(before[name]) !== canonical(after[name]))
  return Object.fromEntries(
    changed.map((name) => [name, { from: before[name] ?? null, to: after[name] ?? null }]),
  ) as FieldChanges<Name>
}

/** Pairs are equal in any order, and an empty object equals an empty list. */
function canonical(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
  return JSON.stringify(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)))
}
