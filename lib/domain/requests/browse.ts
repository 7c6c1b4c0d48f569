import { z } from 'zod'
import { browse, countFound, countNewer } from '#lib/domain/browse.ts'
import { conditionsOf } from '#lib/domain/requests/conditions.ts'
import { LoggedRequest, RequestFilters } from '#lib/domain/requests/schema.ts'
import type { request_logs } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import { Id } from '#lib/values/id.ts'

/** Beyond as many the list says "10,000 or more": to count a log to its end is slower than anybody would wait. */
export const MOST_COUNTED = 10_000

export const browseRequests = defineOperation({
  name: 'browse_requests',
  title: 'Browse the request log',
  summary:
    'One page of the request log, newest first, with how many lines the filter finds, up to ten thousand.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: RequestFilters.extend({
    count: z.int().min(1).max(100).default(25),
    after: Id('request').optional(),
    before: Id('request').optional(),
  }),
  output: z.object({
    items: z.array(LoggedRequest),
    total: z.int(),
    has_newer: z.boolean(),
    has_older: z.boolean(),
  }),
  async run(context, { count, after, before, ...filters }) {
    const conditions = conditionsOf(filters)
    const { rows, hasNewer, hasOlder } = await browse<request_logs>(context, 'request_logs', conditions, {
      count,
      after,
      before,
    })
    const total = await countFound(context, 'request_logs', conditions, MOST_COUNTED)
    return { items: rows, total, has_newer: hasNewer, has_older: hasOlder }
  },
})

export const countNewerRequests = defineOperation({
  name: 'count_newer_requests',
  title: 'Count newer requests',
  summary: 'Returns how many lines of the request log are newer than one of them, up to a hundred.',
  permission: 'requests:read',
  http: null,
  effect: 'read',
  input: RequestFilters.extend({ than: Id('request').optional() }),
  output: z.object({ count: z.int() }),
  async run(context, { than, ...filters }) {
    return { count: await countNewer(context, 'request_logs', conditionsOf(filters), than, 100) }
  },
})
