import { z } from 'zod'
import { EVENT_NAMES, ObjectId } from '#lib/domain/events/schema.ts'
import { equals, oneOf, period, several, unwritten, value } from '#lib/domain/filters.ts'

/** How many records may be asked for at once. */
const MAX_RELATED = 120

export const EVENT_FILTERS = [
  several('event', EVENT_NAMES, {
    label: 'Event',
    as: 'choice',
    words: Object.fromEntries(EVENT_NAMES.map((name) => [name, name])),
    where: oneOf('event'),
  }),
  value('object', ObjectId, { label: 'About', placeholder: 'pay_…', where: equals('object_id') }),
  period(),
  /** A record and those that belong to it: a payment with its refunds. */
  unwritten('objects', z.array(ObjectId).max(MAX_RELATED), oneOf('object_id')),
]
