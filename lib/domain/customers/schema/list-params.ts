import { z } from 'zod'
import { param, periodParam } from '#lib/filters/list-params.ts'
import { shortText, yesOrNo } from '#lib/filters/param-schemas.ts'

const Country = z.string().regex(/^[A-Z]{2}$/, 'Country must be 2 capital letters, e.g. IN.')

/** The filters of the list of customers, as search params and as text. */
export const CUSTOMER_PARAMS = {
  paying: param('paying', yesOrNo('1', '0', 'Payments must be 1 (with payments) or 0 (without).')),
  q: param('q', shortText(100, 'The search')),
  country: param('country', Country),
  created: periodParam(),
}
