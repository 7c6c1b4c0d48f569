import { z } from 'zod'

/** The most pairs. */
export const MAX_NOTES = 15

/** Notes that a caller sends: an object of at most 15 pairs, each key and value at most 256 characters. */
export const NotesInput = z
  .preprocess(
    emptyListToObject,
    z
      .record(
        z
          .string()
          .min(1, 'A key in notes must not be empty.')
          .max(256, 'A key in notes can be up to 256 characters.'),
        z.preprocess(
          (value) =>
            isExact(value) || typeof value === 'boolean' ? String(value) : value === null ? '' : value,
          z
            .string({ error: 'A value in notes must be a string.' })
            .max(256, 'A value in notes can be up to 256 characters.'),
        ),
      )
      .refine((notes) => Object.keys(notes).length <= MAX_NOTES, 'notes can have up to 15 pairs.'),
  )
  .meta({ description: 'Up to 15 key-value pairs of your own, each up to 256 characters.' })

export type Notes = Record<string, string>

/** Notes in a response: an object, or an empty array when there is none (as in the API from the start). */
export const Notes = z
  .preprocess(
    (value) =>
      value === null || value === undefined || (typeof value === 'object' && Object.keys(value).length === 0)
        ? []
        : value,
    z.union([z.record(z.string(), z.string()), z.array(z.never()).max(0)]),
  )
  .meta({ description: 'Your own key-value pairs. An empty array when there are none.' })

/** 1e400 and whole numbers beyond 2^53 lose digits when parsed, so they are rejected. */
function isExact(value: unknown) {
  return Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value))
}

/** PHP and others send an empty object as []. */
function emptyListToObject(value: unknown) {
  return Array.isArray(value) && value.length === 0 ? {} : value
}
