import { isExportLink } from '#lib/domain/exports/link.ts'
import { exportOperationOf } from '#lib/domain/exports/lists.ts'
import { DownloadExport, ExportFile, RecordExport, RecordedExport } from '#lib/domain/exports/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { assertPermitted, defineOperation } from '#lib/pipeline/operation.ts'

export const downloadExport = defineOperation({
  name: 'download_export',
  title: 'Download a scheduled export',
  summary:
    'Returns where the file of a schedule is stored. The person may export its list; without the link that was mailed to them, live mode asks for their password.',
  permission: 'exports:read',
  confirm: 'sometimes',
  http: null,
  input: DownloadExport,
  output: ExportFile,
  async run(context, { id, to, expires, signature }) {
    const { account, actor, now, tables } = context
    const file = await tables.scheduled_exports.findUnique({
      where: { account_id_id: { account_id: account.id, id } },
    })
    if (!file) throw recordNotFound('export', id)
    assertPermitted(exportOperationOf(file.list), actor)
    const byLink = to !== undefined && expires !== undefined && signature !== undefined
    if (byLink && !isExportLink(context, { id, to, expires, signature }))
      throw refused('permission_denied', 'The link is incomplete. Open it from the email again.')
    if (byLink && to !== actor.id)
      throw refused(
        'permission_denied',
        'This link was sent to another person. Open the one in your own email.',
      )
    if (file.status !== 'ready' || file.object === null)
      throw refused('record_not_found', 'The file is not ready.', { field: 'id' })
    if (Number(file.expires_at) <= now || (byLink && expires <= now))
      throw refused('record_not_found', 'The link has expired, and the file was deleted.', { field: 'id' })
    if (!byLink && account.mode === 'live' && !context.confirmed)
      throw refused('password_required', undefined, { field: 'password' })
    context.about(id)
    context.note({ list: file.list, name: file.name, by_link: byLink })
    return file
  },
})

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
