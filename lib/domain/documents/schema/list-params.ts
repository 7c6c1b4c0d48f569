import { MIME_TYPES, PURPOSES } from '#lib/domain/documents/schema.ts'
import { param, periodParam, severalParam } from '#lib/filters/list-params.ts'
import { shortText, yesOrNo } from '#lib/filters/param-schemas.ts'

/** The filters of the list of documents, as search params and as text. */
export const DOCUMENT_PARAMS = {
  purpose: severalParam('purpose', PURPOSES),
  name: param('name', shortText(255, 'A name')),
  type: severalParam('type', MIME_TYPES),
  used: param('used', yesOrNo('1', '0', 'Attached must be 1 (yes) or 0 (no).')),
  created: periodParam(),
}
