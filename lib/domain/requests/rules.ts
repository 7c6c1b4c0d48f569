import { hasLostBody, type RequestDetails, wasUnparsed } from '#lib/domain/requests/schema.ts'
import { isReason, REASONS } from '#lib/pipeline/error-reasons.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { missingPermission, type Permission } from '#lib/values/permissions.ts'

/** What the rule looks at in a logged request. */
type Logged = Pick<
  RequestDetails,
  'source' | 'path' | 'request_body' | 'request_headers' | 'error_reason' | 'operation'
>

/** What it looks at in the operation that the request called. */
type Called = { takes: 'json' | 'file'; confidential?: boolean | undefined; http: string | null }

/** A request that was redacted on its way into the log: a secret, or a card number. */
const REDACTED = /\[redacted\]|\[card ending \d{4}\]|%5Bredacted%5D/
/** A body that was cut, or that was no text. */
const CUT = /…$|\ufffd/

/**
 * Only a request of test mode that is logged whole can be sent again: a redacted or truncated one would be another request.
 * @param lacking the permission of the operation that the person lacks
 * @throws request_not_repeatable
 */
export function assertReplayable(
  request: Logged,
  operation: Called | undefined,
  { mode, lacking }: { mode: 'test' | 'live'; lacking: Permission | undefined },
): void {
  const why = reasonAgainst(request, operation, mode)
  if (why !== null) throw refused('request_not_repeatable', why)
  if (lacking !== undefined) throw refused('request_not_repeatable', missingPermission(lacking))
}

function reasonAgainst(request: Logged, operation: Called | undefined, mode: 'test' | 'live'): string | null {
  if (mode !== 'test') return 'Only test mode requests can be replayed. Live requests move money.'
  if (!operation) return 'This request was sent to an unknown URL.'
  if (request.source === 'checkout')
    return "This request was made by a customer at checkout and can't be replayed."
  if (operation.takes === 'file') return "This request uploaded a file, and files aren't stored in the log."
  if (operation.confidential && operation.http === null)
    return 'The response contains a secret that is shown only once.'
  if (REDACTED.test(`${request.path} ${request.request_body ?? ''}`))
    return 'Part of this request was redacted, such as a secret or a card number.'
  if (wasUnparsed(request)) return 'The body could not be parsed, so the request would fail again.'
  if (hasLostBody(request) || CUT.test(request.request_body ?? ''))
    return "The body was too long or could not be parsed, so the log doesn't have all of it."
  return null
}

/** What a reason means, in the sentence of the one table; null for a reason that is no longer in it. */
export function explain(reason: string | null): string | null {
  return reason !== null && isReason(reason) ? REASONS[reason].description : null
}
