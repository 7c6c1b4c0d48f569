import { z } from 'zod'
import { listOf, Timestamp, text, wrong } from '#lib/domain/bills/schema/member.ts'

/** What the tickets of a bill are for. */
export const BillEvent = z
  .strictObject(
    {
      name: text(255),
      start_timestamp: Timestamp.optional(),
      end_timestamp: Timestamp.optional(),
      location: text(255).optional(),
      room: text(100).optional(),
      seats: listOf(text(40), 200).optional(),
    },
    wrong('event must be an object.'),
  )
  .refine(
    ({ start_timestamp: start, end_timestamp: end }) =>
      start === undefined || end === undefined || end >= start,
    { path: ['end_timestamp'], message: "The event can't end before it starts." },
  )
export type BillEvent = z.output<typeof BillEvent>
