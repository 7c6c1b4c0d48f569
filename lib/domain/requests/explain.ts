import { isReason, REASONS } from '#lib/pipeline/error-reasons.ts'

/** What a reason means, in the sentence of the one table; null for a reason that is no longer in it. */
export function explain(reason: string | null): string | null {
  return reason !== null && isReason(reason) ? REASONS[reason].description : null
}
