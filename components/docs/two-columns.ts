/** Text and example, side by side where there is room for both. */
export const twoColumns =
  'grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)] items-start gap-[32px] max-wide:grid-cols-[minmax(0,1fr)] print:block'
