/** The next number in a series: its trailing digits plus one, in the same width. Null without digits. */
export function nextInSeries(number: string): string | null {
  const match = /^(.*?)(\d{1,15})$/.exec(number)
  if (!match) return null
  const [, head = '', figures = ''] = match
  return head + String(Number(figures) + 1).padStart(figures.length, '0')
}

/** The first number of a series: the years of the Indian financial year, then 0001. */
export function firstInSeries(year: number, month: number): string {
  const begun = month >= 4 ? year : year - 1
  const two = (of: number) => String(of % 100).padStart(2, '0')
  return `INV/${two(begun)}-${two(begun + 1)}/0001`
}
