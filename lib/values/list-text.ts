/** "capture payments, change customers, or issue bills" */
export function listText(clauses: string[], word: string): string {
  const last = clauses.at(-1) ?? ''
  const before = clauses.slice(0, -1)
  return before.length === 0 ? last : `${before.join(', ')}, ${word} ${last}`
}
