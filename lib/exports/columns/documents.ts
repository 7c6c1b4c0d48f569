import type { ListedDocument } from '#lib/domain/documents/schema.ts'
import { creatorText } from '#lib/values/creator-text.ts'
import type { CsvCell } from '#lib/values/csv.ts'
import { timestampColumns } from './shared.ts'

export function columnsOf(zone: string): [name: string, cell: (document: ListedDocument) => CsvCell][] {
  return [
    ['document_id', (document) => document.id],
    ...timestampColumns<ListedDocument>('created', zone, (document) => document.created_at),
    ['name', (document) => document.name],
    ['purpose', (document) => document.purpose],
    ['type', (document) => document.mime_type],
    ['size', (document) => document.size],
    ['sha256', (document) => document.sha256],
    ['attached_to', (document) => document.used_by.map(({ object_id }) => object_id).join(' ')],
    ['uploaded_by', (document) => creatorText(document.created_by)],
  ]
}
