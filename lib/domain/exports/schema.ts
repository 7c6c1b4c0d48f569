import { z } from 'zod'

/** What is recorded of an export. */
export const RecordExport = z.object({
  list: z.string().max(60).meta({ description: 'The list that is exported.', example: 'payments' }),
  format: z.enum(['csv', 'ndjson']).meta({ description: 'The format of the file.', example: 'csv' }),
  filter: z.string().max(60).meta({
    description: 'The filters, without the values of those that may be personal.',
    example: 'status-captured',
  }),
  columns: z
    .array(z.string().max(60))
    .max(100)
    .meta({ description: 'The names of the columns.', example: ['id', 'amount'] }),
})

export const RecordedExport = z.object({
  recorded: z.literal(true).meta({ description: 'The export is in the audit log.', example: true }),
})
