import { z } from 'zod'
import { cursors, filterText, PageQuery } from '#lib/filters/page.ts'
import { Id } from '#lib/values/id.ts'
import { CreatedAt, StoredInteger } from '#lib/values/money.ts'

export const PURPOSES = ['dispute_evidence', 'kyc_proof', 'opgsp_awb', 'other'] as const
export const Purpose = z.enum(PURPOSES, {
  error: ({ input }) =>
    input === undefined ? 'purpose is required.' : `purpose must be one of ${PURPOSES.join(', ')}.`,
})
export type Purpose = z.output<typeof Purpose>

export const MIME_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const
export const MimeType = z.enum(MIME_TYPES)
export type MimeType = z.output<typeof MimeType>

export const DOCUMENT_TYPE_LABELS: Record<MimeType, string> = {
  'application/pdf': 'PDF',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
}

/** A document (docs/decisions/0011-documents.md). */
export const Document = z.object({
  id: z
    .string()
    .meta({ description: 'ID of the document, with the prefix doc_.', examples: ['doc_NfLw3gQ81xRt0a'] }),
  entity: z.literal('document').default('document').meta({ description: 'Always document.' }),
  purpose: Purpose.meta({ description: 'What the document is for.', examples: ['kyc_proof'] }),
  name: z.string().meta({ description: 'File name, as uploaded.', examples: ['address-proof.pdf'] }),
  mime_type: MimeType.meta({
    description: 'Content type, detected from the content.',
    examples: ['application/pdf'],
  }),
  size: StoredInteger.meta({ description: 'Size in bytes.', examples: [48_213] }),
  sha256: z.string().meta({
    description: 'Lowercase hex SHA-256 of the content.',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  }),
  created_at: CreatedAt,
})
export type Document = z.output<typeof Document>

/** A file that a surface has already stored under the ID of the new document. */
const StoredFile = z
  .strictObject({
    id: Id('document'),
    name: z.string().min(1).max(255).meta({ description: 'File name.' }),
    mime_type: MimeType.meta({ description: 'Content type of the file.' }),
    size: z.int().min(1).meta({ description: 'Size in bytes.' }),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ description: 'Lowercase hex SHA-256 of the content.' }),
  })
  .meta({
    description: 'A PDF, PNG or JPEG of up to 52,428,800 bytes. The type is detected from the content.',
  })

/** `POST /v1/documents`, as multipart/form-data. */
export const CreateDocument = z.strictObject({
  file: StoredFile,
  purpose: Purpose.meta({ description: 'What the document is for.' }),
})

export const FetchDocument = z.strictObject({ id: Id('document') })

export const FetchAllDocuments = z.strictObject({
  ...PageQuery,
  ...cursors(Id('document')),
  purpose: Purpose.optional().meta({ description: 'Only documents with this purpose.' }),
  query: filterText('purpose:kyc_proof used:no created:last-month'),
})

/** The headers of a response with the bytes of a document. */
export const DocumentContent = z.object({
  name: z.string().meta({ description: 'File name, as uploaded.' }),
  mime_type: MimeType.meta({ description: 'Content type of the file.' }),
  size: StoredInteger.meta({ description: 'Size in bytes.' }),
  sha256: z.string().meta({ description: 'Lowercase hex SHA-256 of the content.' }),
  storage_key: z.string().meta({ description: 'Where the content is stored.' }),
  created_at: CreatedAt,
})
export type DocumentContent = z.output<typeof DocumentContent>

const DocumentLink = z.object({ object_id: z.string(), created_at: StoredInteger })

/** A document in the lists of the dashboard, with its uploader and the records it is attached to, newest first. */
export const ListedDocument = Document.extend({
  /** "user:owner@shop.example", "key:Shop server". */
  created_by: z.string().nullable(),
  used_by: z.array(DocumentLink),
})
export type ListedDocument = z.output<typeof ListedDocument>

export const DocumentDetails = ListedDocument.extend({
  same_bytes: z.array(z.object({ id: z.string(), name: z.string() })),
})
export type DocumentDetails = z.output<typeof DocumentDetails>

const ObjectId = z
  .string()
  .regex(
    /^(?:cust|pay|order|rfnd|bill)_[0-9A-Za-z]{14}$/,
    'Documents can be attached to a customer, payment, order, refund or bill: an ID of cust_, pay_, order_, rfnd_ or bill_ and 14 letters or digits.',
  )

export const AttachDocument = z.strictObject({ object_id: ObjectId, document_id: Id('document') })

/** As many records as can be selected on a page. */
export const MAX_ATTACHED_TO = 100

/** As many as can be selected. */
export const AttachDocuments = z.strictObject({
  object_id: ObjectId,
  ids: z.array(Id('document')).min(1, 'Select at least one document.').max(100),
})

export const AttachToRecords = z.strictObject({
  document_id: Id('document'),
  object_ids: z
    .array(ObjectId)
    .min(1, 'Select at least one record.')
    .max(MAX_ATTACHED_TO, `A document is attached to up to ${MAX_ATTACHED_TO} records at once.`),
})

export const FetchAttachedDocuments = z.strictObject({ object_id: ObjectId })

export const AttachedDocument = Document.extend({
  attached_at: StoredInteger,
  attached_by: z.string().nullable(),
})
export type AttachedDocument = z.output<typeof AttachedDocument>
