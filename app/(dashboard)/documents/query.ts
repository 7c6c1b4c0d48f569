import { z } from 'zod'
import { placeIn, readAddress, several, shortText } from '#components/record/address.ts'
import type { Query } from '#components/ui/query.ts'
import { MIME_TYPES, PURPOSES } from '#lib/domain/documents/schema.ts'

export const PATH = '/documents'

export type ReadAddress = {
  filters: Record<string, unknown>
  /** The period in words, for its chip. */
  period: string | null
  place: { count: number; after?: string | undefined; before?: string | undefined }
  /** One sentence for each value that could not be read; then nothing may be shown as if it had been filtered. */
  problems: string[]
}

/** Reads the address of the list: what people write becomes what the operation takes. */
export function readDocuments(query: Query, { zone, now }: { zone: string; now: number }): ReadAddress {
  const { read, ...rest } = readAddress(Address, query, { zone, now })
  return { filters: read ?? {}, ...rest }
}

const Address = z.object({
  purpose: several(PURPOSES, 'purpose').optional(),
  type: several(MIME_TYPES, 'type').optional(),
  name: shortText(255, 'A name').optional(),
  used: z
    .enum(['0', '1'], 'Attached must be 1 (yes) or 0 (no).')
    .transform((text) => text === '1')
    .optional(),
  ...placeIn('document'),
})
