/** "3 selected", or "3 selected on 2 pages". */
export function countText(count: number, pages = 1): string {
  const figures = new Intl.NumberFormat('en-IN').format(count)
  return `${figures} selected${pages > 1 ? ` on ${pages} pages` : ''}`
}
