import { anyOf, equal, prefix } from '#lib/domain/conditions.ts'
import { aboutDocuments } from '#lib/domain/documents/about.ts'
import { ListedDocument, MimeType, PURPOSES, Purpose } from '#lib/domain/documents/schema.ts'
import { created, exists, filter, oneOf, text } from '#lib/domain/filters.ts'
import { defineList } from '#lib/domain/list.ts'
import { Sum } from '#lib/values/money.ts'

export const { list: listDocumentsForDashboard } = defineList({
  noun: 'documents',
  permission: 'documents:read',
  item: ListedDocument,
  filters: {
    purpose: oneOf('purpose', Purpose),
    type: oneOf('mime_type', MimeType),
    /** The beginning of a name, or an ID. */
    name: filter(text(255), (name) => anyOf([...prefix('name', name), ...equal('id', name)])),
    /** Attached to a record, or to none. */
    used: exists(
      'SELECT FROM document_links WHERE document_links.account_id = documents.account_id AND document_links.document_id = documents.id',
    ),
    ...created,
  },
  tab: ['purpose'],
  tabs: Object.fromEntries(PURPOSES.map((purpose) => [purpose, equal('purpose', purpose)])),
  sums: { bytes: 'size' },
  currency: null,
  show: aboutDocuments,
  /** The size of all documents that the filter finds. */
  beside: { bytes: Sum },
})
