import { z } from 'zod'
import { Id } from '#lib/values/id.ts'
import { StoredInteger } from '#lib/values/money.ts'

/** `spreadsheet` is CSV with a byte order mark, in which a spreadsheet changes nothing. */
export const EXPORT_FORMATS = ['csv', 'spreadsheet', 'ndjson'] as const
const Format = z.enum(EXPORT_FORMATS)
export type ExportFormat = z.output<typeof Format>

export const RecordExport = z.object({
  list: z.string().max(60).meta({ description: 'The list that is exported.', example: 'payments' }),
  format: Format.meta({ description: 'The format of the file.', example: 'csv' }),
  filter: z.string().max(2000).meta({
    description: 'The filters, without the values of those that may be personal.',
    example: 'status:captured created:2026-06-01..2026-06-30',
  }),
  columns: z
    .array(z.string().max(60))
    .max(100)
    .meta({ description: 'The names of the columns.', example: ['id', 'amount'] }),
})

export const RecordedExport = z.object({
  recorded: z.literal(true).meta({ description: 'The export is in the audit log.', example: true }),
})

export const FREQUENCIES = ['daily', 'weekly', 'monthly'] as const
const Frequency = z.enum(FREQUENCIES, { error: 'Choose how often.' })

/** The maximum number of schedules of an account, and of people who get the files of one. */
export const MAX_SCHEDULES = 50
const MAX_RECIPIENTS = 20
/** How often a schedule is sent at once in an hour. */
export const MAX_SENT_NOW = 5
/** For how many days a file can be downloaded. */
export const FILE_DAYS = 7

/** When an export is sent, how it is written, and to whom. */
const Timing = z.strictObject({
  frequency: Frequency,
  weekday: z.int().min(1).max(7).default(1),
  /** Every month has a 28th. */
  month_day: z.int('Enter a day from 1 to 28.').min(1).max(28, 'Enter a day from 1 to 28.').default(1),
  hour: z.int().min(0).max(23),
})
export type Timing = z.output<typeof Timing>

const Written = Timing.extend({
  format: Format,
  head: z.boolean().default(true),
  columns: z.array(z.string().max(60)).min(1, 'Choose at least one column.').max(100),
  recipients: z
    .array(Id('user'))
    .min(1, 'Choose at least one person.')
    .max(MAX_RECIPIENTS, `A file is sent to up to ${MAX_RECIPIENTS} people.`),
})

export const ScheduleId = z.strictObject({ id: Id('export_schedule') })
export const CreateSchedule = Written.extend({
  list: z.string().max(60),
  /** Search params. */
  query: z.string().max(2000, 'The filters are too long.'),
  /** The same as the export operation takes them. */
  filters: z.record(z.string(), z.unknown()).default({}),
})
export const UpdateSchedule = Written.extend(ScheduleId.shape)

export const ExportId = z.strictObject({ id: Id('scheduled_export') })

const EXPORT_STATUSES = ['pending', 'ready', 'failed'] as const
export const ScheduledExport = z.object({
  id: z.string(),
  schedule_id: z.string(),
  name: z.string(),
  format: Format,
  due_at: StoredInteger,
  from_at: StoredInteger.nullable(),
  to_at: StoredInteger.nullable(),
  status: z.enum(EXPORT_STATUSES),
  problem: z.string().nullable(),
  row_count: StoredInteger.nullable(),
  size: StoredInteger.nullable(),
  finished_at: StoredInteger.nullable(),
  expires_at: StoredInteger.nullable(),
})
export type ScheduledExport = z.output<typeof ScheduledExport>

export const ExportSchedule = z.object({
  id: z.string(),
  list: z.string(),
  query: z.string(),
  columns: z.array(z.string()),
  format: Format,
  head: z.boolean(),
  frequency: Frequency,
  weekday: z.int(),
  month_day: z.int(),
  hour: z.int(),
  zone: z.string(),
  recipients: z.array(z.object({ id: z.string(), email: z.string(), receives: z.boolean() })),
  /** Whether each file covers a period, or the whole list as it is. */
  has_period: z.boolean(),
  user_id: z.string(),
  user_email: z.string(),
  next_at: StoredInteger,
  paused_at: StoredInteger.nullable(),
  pause_reason: z.string().nullable(),
  /** The person who reads it may change it. */
  changeable: z.boolean(),
  last: ScheduledExport.nullable(),
})
export type ExportSchedule = z.output<typeof ExportSchedule>

export const ScheduleDetails = ExportSchedule.extend({ files: z.array(ScheduledExport) })

/** A person who may get the files of a list. */
export const Receiver = z.object({ id: z.string(), name: z.string(), email: z.string() })
export type Receiver = z.output<typeof Receiver>

/** A file, with the properties of the link in an email, if it is reached by one. */
export const DownloadExport = z.strictObject({
  id: Id('scheduled_export'),
  to: z.string().max(40).optional(),
  expires: z.int().optional(),
  signature: z.string().max(60).optional(),
})
export const ExportFile = z.object({
  id: z.string(),
  name: z.string(),
  format: Format,
  size: StoredInteger,
  object: z.string(),
})
export type ExportFile = z.output<typeof ExportFile>
