import { REASONS } from '#lib/pipeline/error-reasons.ts'

/** What a reason means, in the sentence of the one table; null for a reason that is no longer in it. */
export function explain(reason: string | null): string | null {
  if (reason === null || !Object.hasOwn(REASONS, reason)) return null
  return REASONS[reason as keyof typeof REASONS].description
}
