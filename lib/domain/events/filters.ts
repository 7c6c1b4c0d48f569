import { z } from 'zod'
import { among } from '#lib/domain/conditions.ts'
import { EventName, ObjectId } from '#lib/domain/events/schema.ts'
import { created, equals, filter, oneOfCondition } from '#lib/domain/filters.ts'

/** How many records may be asked for at once. */
const MAX_RELATED = 120

export const EVENT_FILTERS = {
  event: oneOfCondition('event', EventName),
  object: equals('object_id', ObjectId),
  /** A record and those that belong to it: a payment with its refunds. */
  objects: filter(z.array(ObjectId).max(MAX_RELATED), (ids) => among('object_id', ids)),
  ...created,
}
