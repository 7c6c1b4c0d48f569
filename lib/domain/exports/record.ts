import { RecordExport, RecordedExport } from '#lib/domain/exports/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

/**
 * Reading leaves no audit line, but a file leaves the product: the audit log says who took what. The export itself asks
 * for the permission, and any person of the staff may have one recorded.
 */
export const recordExport = defineOperation({
  name: 'record_export',
  title: 'Export records',
  summary: 'Records in the audit log that a person downloads records as a file.',
  permission: 'profile:write',
  http: null,
  input: RecordExport,
  output: RecordedExport,
  run(context, exported) {
    context.note(exported)
    return Promise.resolve({ recorded: true } as const)
  },
})
