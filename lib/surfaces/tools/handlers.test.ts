import { describe, expect, it } from 'vitest'
import { toolPageOf } from './handlers.ts'

describe('pageOf', () => {
  const list = Array.from({ length: 7 }, (_, index) => index)

  it('visits everything once', () => {
    const read: number[] = []
    let cursor: string | undefined
    do {
      const page = toolPageOf(list, cursor, 3)
      read.push(...page.items)
      cursor = page.nextCursor
    } while (cursor)
    expect(read).toEqual(list)
  })

  it('ends without a cursor where a page is full at the end', () => {
    expect(toolPageOf(list, undefined, 7)).toEqual({ items: list })
    expect(toolPageOf([], undefined, 7)).toEqual({ items: [] })
  })

  it.each(['after-0', 'after-4', 'after-9', 'after-x', ''])('rejects the cursor %j', (cursor) => {
    expect(() => toolPageOf(list, cursor, 3)).toThrow(/Invalid cursor/)
  })
})
