import { kindOfError, observer, type Work, watch } from '#lib/metrics/observer.ts'

/** Makes a call to an acquirer, which metrics and traces see. */
export function watchedCall<R extends object>(
  about: Work['acquirerCall']['begun'],
  call: () => Promise<R>,
): Promise<R> {
  return watch(
    observer()?.acquirerCall?.(about),
    call,
    (response) => ({ outcome: reportedOutcome(response) ?? 'unknown', error: null }),
    (thrown) => ({ outcome: 'error', error: kindOfError(thrown) }),
  )
}

/** The outcome of a response; of `status` that of the call that it tells. */
export function reportedOutcome(response: object): string | null {
  if ('response' in response && typeof response.response === 'object' && response.response !== null)
    return reportedOutcome(response.response)
  return 'outcome' in response ? String(response.outcome) : null
}
