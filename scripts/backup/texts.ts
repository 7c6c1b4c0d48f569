import { countText } from '#lib/values/number-text.ts'

/** "1,234 rows and 5 documents" */
export function restoredText(rows: number, documents: number): string {
  return `${countText(rows, 'row', 'rows', 'western')} and ${countText(documents, 'document', 'documents', 'western')}`
}

/** What the storage of the instance lacked when the backup was made. */
export function missingText(count: number): string {
  return count === 1
    ? '1 document was missing or changed in the storage when the backup was made.'
    : `${count} documents were missing or changed in the storage when the backup was made.`
}
