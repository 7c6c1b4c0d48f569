import { anyOf, equal, prefix } from '#lib/domain/conditions.ts'
import { MimeType, Purpose } from '#lib/domain/documents/schema.ts'
import { created, exists, filter, oneOf, text } from '#lib/domain/filters.ts'

export const DOCUMENT_FILTERS = {
  purpose: oneOf('purpose', Purpose),
  type: oneOf('mime_type', MimeType),
  /** The beginning of a name, or an ID. */
  name: filter(text(255), (name) => anyOf([...prefix('name', name), ...equal('id', name)])),
  /** Attached to a record, or to none. */
  used: exists(
    'SELECT FROM document_links WHERE document_links.account_id = documents.account_id AND document_links.document_id = documents.id',
  ),
  ...created,
}
