import fc from 'fast-check'
import { expect, it } from 'vitest'
import { eventBody } from '#lib/domain/events/rules.ts'
import { EventBody } from '#lib/domain/events/schema.ts'

it('writes a body to the byte as its schema does, which is the response of GET /v1/events/:id', () => {
  const entity = fc.dictionary(fc.stringMatching(/^[a-z_0-9]{1,8}$/), fc.jsonValue())
  const row = fc.record({
    account_id: fc.string(),
    event: fc.string(),
    contains: fc.array(fc.string()),
    payload: fc.dictionary(fc.stringMatching(/^[a-z]{1,8}$/), fc.record({ entity }), {
      noNullPrototype: true,
    }),
    created_at: fc.oneof(fc.integer({ min: 0 }), fc.bigInt({ min: 0n, max: 4765046400n })),
    // A row has more columns than a body has properties.
    object_id: fc.string(),
  })
  fc.assert(
    fc.property(row, fc.string(), (made, name) => {
      const parsed = EventBody.parse({ ...made, entity: 'event', event: name })
      expect(eventBody(made, name)).toBe(JSON.stringify(parsed))
      expect(eventBody(made)).toBe(JSON.stringify({ ...parsed, event: made.event }))
    }),
  )
})
