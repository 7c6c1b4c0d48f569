import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'

/** Clients that ask for one page only are common, so a page holds as much as there is for a long time to come. */
const PAGE = 200

/**
 * One page of a list that does not change while the server runs.
 * @param cursor what the page before said comes next
 * @throws ProtocolError for a cursor that no page said
 */
export function toolPageOf<T>(
  list: readonly T[],
  cursor: string | undefined,
  size = PAGE,
): { items: T[]; nextCursor?: string } {
  const from = cursor === undefined ? 0 : Number(/^after-([1-9]\d{0,5})$/.exec(cursor)?.[1])
  if (Number.isNaN(from) || (from > 0 && (from >= list.length || from % size !== 0)))
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor. Start again without a cursor.')
  const next = from + size
  return { items: list.slice(from, next), ...(next < list.length ? { nextCursor: `after-${next}` } : {}) }
}
