import { anyOf, equal, prefix } from '#lib/database/conditions.ts'
import { DOCUMENT_TYPE_LABELS, MIME_TYPES, PURPOSES } from '#lib/domain/documents/schema.ts'
import { either, exists, oneOf, period, several, text } from '#lib/domain/filters.ts'

export const DOCUMENT_FILTERS = [
  several('purpose', PURPOSES, { label: 'Purpose', as: 'tab', where: oneOf('purpose') }),
  text('name', 255, {
    label: 'Name starts with',
    placeholder: 'scan, or doc_…',
    where: (name) => anyOf([...prefix('name', name), ...equal('id', name)]),
  }),
  several('type', MIME_TYPES, {
    label: 'Type',
    as: 'choice',
    words: DOCUMENT_TYPE_LABELS,
    where: oneOf('mime_type'),
  }),
  /** Attached to a record, or to none. */
  either('used', {
    label: 'Attached',
    where: exists(
      'SELECT FROM document_links WHERE document_links.account_id = documents.account_id AND document_links.document_id = documents.id',
    ),
  }),
  period(),
]
