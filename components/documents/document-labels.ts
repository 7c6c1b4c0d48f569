import type { Document, Purpose } from '#lib/domain/documents/schema.ts'
import type { FoundKind } from '#lib/domain/search/schema.ts'
import { DOCUMENT_BYTES } from '#lib/values/form-file.ts'
import { sizeText } from '#lib/values/number-text.ts'

export const PURPOSE_LABELS: Record<Purpose, string> = {
  dispute_evidence: 'Dispute evidence',
  kyc_proof: 'KYC proof',
  opgsp_awb: 'Air waybill (OPGSP)',
  other: 'Other',
}

/** The upload limits, in a sentence: shown before, and as the error. */
export const LIMITS = `PDF, PNG or JPEG, up to ${sizeText(DOCUMENT_BYTES)} each.`
/** The types that the file chooser of a browser offers. The bytes decide in the end, not the name. */
export const OFFERED = '.pdf,.png,.jpg,.jpeg,application/pdf,image/png,image/jpeg'

export function contentHref({ id }: Pick<Document, 'id'>): string {
  return `/api/documents/${id}/content`
}

export function previewHref({ id }: Pick<Document, 'id'>, size: 'small' | 'large'): string {
  return `/api/documents/${id}/preview?size=${size}`
}

/** The kinds of records that documents are attached to, as the search names them. */
export const ATTACHABLE_KINDS: readonly FoundKind[] = ['payment', 'order', 'customer', 'refund', 'bill']
