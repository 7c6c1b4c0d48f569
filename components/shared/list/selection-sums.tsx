'use client'
import { useLookup } from '#components/shared/queries.ts'
import { listCountText } from './count-text.ts'

/**
 * The count of the selected rows at once, and their exact sums as soon as the server has added them up. Where it cannot, the
 * count alone is right, too.
 * @param url where the sums are
 */
export default function SelectionSums({ url, count, pages }: { url: string; count: number; pages: number }) {
  return useLookup<{ text: string }>(url, 150)?.text ?? listCountText(count, pages)
}
