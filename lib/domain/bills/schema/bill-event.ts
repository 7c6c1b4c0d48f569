import { z } from 'zod'
import { listOf, TimestampField, textField, wrong } from '#lib/domain/bills/schema/bill-field.ts'

export const BillEvent = z
  .strictObject(
    {
      name: textField(255).meta({ description: 'Name of the event.' }),
      start_timestamp: TimestampField.optional().meta({
        description: 'When the event starts, as a Unix timestamp in seconds.',
      }),
      end_timestamp: TimestampField.optional().meta({
        description: 'When the event ends, as a Unix timestamp in seconds.',
      }),
      location: textField(255).optional().meta({ description: 'Where the event takes place.' }),
      room: textField(100).optional().meta({ description: 'Room, hall or screen.' }),
      seats: listOf(textField(40), 200).optional().meta({ description: 'Seats of the tickets.' }),
    },
    wrong('event must be an object.'),
  )
  .refine(
    ({ start_timestamp: start, end_timestamp: end }) =>
      start === undefined || end === undefined || end >= start,
    { path: ['end_timestamp'], message: "The event can't end before it starts." },
  )
export type BillEvent = z.output<typeof BillEvent>
