import { AppError } from '#lib/pipeline/errors.ts'

/** The reason, field, metadata and description of the error that a rule throws; null where it lets pass. */
export function refusalOf(rule: () => unknown) {
  try {
    rule()
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown
    const { reason, field, metadata, message } = thrown
    return { reason, field, metadata, message }
  }
  return null
}
