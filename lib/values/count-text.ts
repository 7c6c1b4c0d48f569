/** "1 request", "12,000 requests". */
export function countText(count: number, one: string, many: string): string {
  return `${new Intl.NumberFormat('en-IN').format(count)} ${count === 1 ? one : many}`
}
