/** The next number in a series: its trailing digits plus one, in the same width. Null without digits. */
export function nextInSeries(number: string): string | null {
  const match = /^(.*?)(\d{1,15})$/.exec(number)
  if (!match) return null
  const [, head = '', figures = ''] = match
  return head + String(Number(figures) + 1).padStart(figures.length, '0')
}

/** The maximum length of the number of a tax invoice in India. */
const MAX_INVOICE_NUMBER = 16

/** The maximum length of a receipt number. */
const MAX_NUMBER = 64

/**
 * The first number of a series: the code of the store or INV, the years of the Indian financial year where they fit, then
 * 0001.
 * @param nth tells series apart whose numbers would begin the same: the second is INV2
 */
export function firstInSeries(year: number, month: number, store = '', nth = 1): string {
  const begun = month >= 4 ? year : year - 1
  const two = (of: number) => String(of % 100).padStart(2, '0')
  const head = (store || 'INV') + (nth === 1 ? '' : nth)
  const dated = `${head}/${two(begun)}-${two(begun + 1)}/0001`
  const suffix = `${nth === 1 ? '' : nth}/0001`
  return dated.length <= MAX_INVOICE_NUMBER
    ? dated
    : (store || 'INV').slice(0, MAX_NUMBER - suffix.length) + suffix
}
