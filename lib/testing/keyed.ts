import type { Answered, Asked } from '#lib/testing/rest.ts'

/** Asked with an idempotency key. */
export const as = (idempotencyKey: string): Asked => ({ idempotencyKey })

/** `true` where the response is that of an earlier request with the same key, else null. */
export const replayed = (answer: Answered) => answer.headers.get('idempotency-replayed')
