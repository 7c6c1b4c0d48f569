/** The longest edge of a preview, in pixels: for lists, and for the page of a document. */
export const SIZES = { small: 160, large: 1600 } as const
export type Size = keyof typeof SIZES

export function isSize(text: string | null): text is Size {
  return text !== null && Object.hasOwn(SIZES, text)
}
