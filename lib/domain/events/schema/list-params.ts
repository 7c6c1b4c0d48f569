import { EVENT_NAMES, ObjectId } from '#lib/domain/events/schema.ts'
import { param, periodParam, severalParam } from '#lib/filters/list-params.ts'

/** The filters of the list of events, as search params and as text. */
export const EVENT_PARAMS = {
  event: severalParam('event', EVENT_NAMES),
  object: param('object', ObjectId),
  created: periodParam(),
}
