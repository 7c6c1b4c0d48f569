import { z } from 'zod'
import { SETTLEMENT_STATUSES } from '#lib/domain/settlements/schema.ts'
import { amountParam, param, periodParam, severalParam } from '#lib/filters/list-params.ts'
import { shortText } from '#lib/filters/param-schemas.ts'

const Credit = z.enum(['found', 'missing'], 'Choose whether the credit was found.')

/** The filters of the list of settlements, as search params and as text. */
export const SETTLEMENT_PARAMS = {
  status: severalParam('status', SETTLEMENT_STATUSES),
  created: periodParam(),
  amount: amountParam(),
  utr: param('utr', shortText(40, 'A UTR')),
  credit: param('credit', Credit),
}
