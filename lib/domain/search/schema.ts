import { z } from 'zod'

export const Search = z.strictObject({
  query: z
    .string()
    .min(1, 'query must not be empty.')
    .max(200, 'query can be up to 200 characters.')
    .meta({
      description: 'Email, phone, ID, receipt, bank reference, customer name or words of a guide.',
      examples: ['asha@example.com'],
    }),
})

export const FetchDocumentText = z.strictObject({
  id: z
    .string()
    .max(120)
    .meta({
      description: 'An id from search, any record ID, or a counterfoil:// URI of one.',
      examples: ['pay_NfLw3gQ81xRt0a'],
    }),
})

const title = z.string().meta({ description: 'What it is, in a few words.' })
const url = z.string().meta({ description: 'URL of its page in the dashboard.' })

export const SearchResults = z.object({
  results: z
    .array(z.object({ id: z.string().meta({ description: 'ID for fetch.' }), title, url }))
    .meta({ description: 'What was found, at most 20.' }),
})
export type SearchResult = z.output<typeof SearchResults>['results'][number]

/** A record or a guide as research connectors read it. */
export const DocumentText = z.object({
  id: z.string().meta({ description: 'ID that was fetched.' }),
  title,
  text: z.string().meta({ description: 'The record as JSON, or the guide as Markdown.' }),
  url,
  metadata: z
    .record(z.string(), z.string())
    .meta({ description: 'kind of the document, and a note about what people wrote in it.' }),
})

/** The kinds of records that the dashboard finds, in the order in which they are shown. */
export const FOUND_KINDS = [
  'payment',
  'customer',
  'order',
  'refund',
  'bill',
  'transfer',
  'payout',
  'settlement',
  'document',
  'approval',
  'event',
  'webhook',
  'request',
] as const
export const FoundKind = z.enum(FOUND_KINDS)
export type FoundKind = z.infer<typeof FoundKind>

export const FoundRecord = z.object({
  id: z.string(),
  href: z.string(),
  /** What tells it from others: an email, a receipt, a name. */
  text: z.string().nullable(),
  amount: z.number().nullable(),
  currency: z.string().nullable(),
  status: z.string().nullable(),
  created_at: z.number(),
  /** What the person may do with it now: only of a record that was found by its ID. */
  next: z.enum(['capture', 'refund']).nullable(),
})
export type FoundRecord = z.output<typeof FoundRecord>

export const FindRecords = z.strictObject({ q: z.string().max(128) })
export const FoundRecords = z.object({
  groups: z.array(
    z.object({
      kind: FoundKind,
      items: z.array(FoundRecord),
      more: z.string().nullable(),
    }),
  ),
})
export type FoundRecords = z.output<typeof FoundRecords>
