import type { Reply, RequestOptions } from '#lib/testing/rest.ts'

/** Asked with an idempotency key. */
export const as = (idempotencyKey: string): RequestOptions => ({ idempotencyKey })

/** `true` where the response is that of an earlier request with the same key, else null. */
export const replayed = (response: Reply) => response.headers.get('idempotency-replayed')
