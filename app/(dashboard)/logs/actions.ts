'use server'
import { prepareReplay } from '#lib/domain/requests/get-details.ts'
import { replayAction } from '#lib/surfaces/replay.ts'

/** Redirects to the log line of the new request. */
export const resendRequestAction = replayAction(
  prepareReplay,
  (id, repeated) => `/logs/${id}?repeats=${repeated}`,
)
