import { anyOf, equal, prefix } from '#lib/domain/conditions.ts'
import { MimeType, Purpose } from '#lib/domain/documents/schema.ts'
import { created, exists, filter, oneOfCondition, textCondition } from '#lib/domain/filters.ts'

export const DOCUMENT_FILTERS = {
  purpose: oneOfCondition('purpose', Purpose),
  type: oneOfCondition('mime_type', MimeType),
  /** The beginning of a name, or an ID. */
  name: filter(textCondition(255), (name) => anyOf([...prefix('name', name), ...equal('id', name)])),
  /** Attached to a record, or to none. */
  used: exists(
    'SELECT FROM document_links WHERE document_links.account_id = documents.account_id AND document_links.document_id = documents.id',
  ),
  ...created,
}
