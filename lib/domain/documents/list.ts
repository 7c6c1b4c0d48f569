import { equal } from '#lib/database/conditions.ts'
import { DOCUMENT_FILTERS } from '#lib/domain/documents/filters.ts'
import { aboutDocuments } from '#lib/domain/documents/find.ts'
import { ListedDocument, PURPOSES } from '#lib/domain/documents/schema.ts'
import { defineList } from '#lib/domain/list.ts'
import { Sum } from '#lib/values/money.ts'

export const { list: listDocumentsForDashboard, export: exportDocuments } = defineList({
  noun: 'documents',
  permission: 'documents:read',
  item: ListedDocument,
  filters: DOCUMENT_FILTERS,
  tab: ['purpose'],
  tabs: Object.fromEntries(PURPOSES.map((purpose) => [purpose, equal('purpose', purpose)])),
  sums: { bytes: 'size' },
  currency: null,
  show: aboutDocuments,
  /** The size of all documents that the filter finds. */
  beside: { bytes: Sum },
})
