import { z } from 'zod'
import {
  AccountExport,
  AccountExportFile,
  accountExportKey,
  EXPORT_RETENTION,
  FetchAccountExport,
  FinishAccountExport,
} from '#lib/domain/account-exports/schema.ts'
import { button, emailHtml, paragraph } from '#lib/domain/mails/email-layout.ts'
import { writeMail } from '#lib/domain/mails/write.ts'
import type { account_exports } from '#lib/generated/prisma/client.ts'
import { refused } from '#lib/pipeline/errors.ts'
import { type Context, defineOperation, type Plain } from '#lib/pipeline/operation.ts'

type ExportRow = Plain<account_exports> & { status: AccountExport['status'] }

/** The exports that are listed: older ones have long expired. */
const LISTED = 10

export const fetchAccountExports = defineOperation({
  name: 'fetch_account_exports',
  title: 'Fetch the exports of the account',
  summary: 'Lists the newest exports of the whole account with their progress.',
  permission: 'account:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ items: z.array(AccountExport) }),
  async run({ rows, account }) {
    const items = await rows<ExportRow>(
      `SELECT * FROM account_exports WHERE account_id = $1 ORDER BY created_at DESC, id DESC LIMIT ${LISTED}`,
      [account.id],
    )
    return { items }
  },
})

export const requestAccountExport = defineOperation({
  name: 'request_account_export',
  title: 'Export everything',
  summary:
    'Prepares a ZIP file with every record of the account and mode, one NDJSON file for each kind, and all documents. The person who requested it can download it for 7 days.',
  permission: 'account:write',
  confirm: 'always',
  http: null,
  input: z.strictObject({}),
  output: AccountExport,
  async run(context) {
    const { rows, account, actor, now } = context
    await rows('SELECT 1 FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [account.id])
    const open = await rows(
      "SELECT 1 FROM account_exports WHERE account_id = $1 AND status IN ('queued', 'running')",
      [account.id],
    )
    if (open.length > 0) throw refused('export_running')
    const id = context.newId('account_export')
    context.about(id)
    return context.tables.account_exports.create({
      data: {
        account_id: account.id,
        id,
        status: 'queued',
        created_at: now,
        requested_by: actor.name,
        requested_by_id: actor.id,
      },
    })
  },
})

export const downloadAccountExport = defineOperation({
  name: 'download_account_export',
  title: 'Download an export of everything',
  summary: 'Gives the file of an export to the person who requested it, and records the download.',
  permission: 'account:write',
  confirm: 'always',
  http: null,
  input: FetchAccountExport,
  output: AccountExportFile,
  async run(context, { id }) {
    const { account, actor, now } = context
    const row = await findExport(context, id)
    // The link is for its requester alone; for everyone else there is no such file.
    if (row.requested_by_id !== actor.id)
      throw refused('record_not_found', 'Only the person who requested an export can download it.', {
        field: 'id',
      })
    if (row.status !== 'ready' || Number(row.expires_at) <= now) throw refused('export_not_ready')
    const day = new Date(Number(row.created_at) * 1000).toISOString().slice(0, 10)
    return {
      id,
      name: `counterfoil-${account.mode}-${day}.zip`,
      bytes: row.bytes,
      storage_key: accountExportKey(account.id, id),
    }
  },
})

export const finishAccountExport = defineOperation({
  name: 'finish_account_export',
  title: 'Finish an export of everything',
  summary: 'Records that an export is ready or has failed, and tells the person who requested it.',
  permission: 'account:write',
  http: null,
  input: FinishAccountExport,
  output: AccountExport,
  async run(context, { id, worker, outcome }) {
    const { rows, account, now } = context
    const [row] = await rows<ExportRow>(
      "SELECT * FROM account_exports WHERE account_id = $1 AND id = $2 AND leased_by = $3 AND status = 'running' FOR UPDATE",
      [account.id, id, worker],
    )
    // Another worker has taken it over.
    if (!row) return findExport(context, id)
    context.about(id)
    const ready = outcome.status === 'ready'
    const ended = await context.tables.account_exports.update({
      where: { account_id_id: { account_id: account.id, id } },
      data: {
        ...outcome,
        finished_at: now,
        expires_at: ready ? now + EXPORT_RETENTION : null,
        step: null,
        leased_by: null,
        leased_until: null,
      },
    })
    await tellRequester(context, row, ready)
    return ended
  },
})

/** @throws record_not_found */
async function findExport({ rows, account }: Context, id: string): Promise<ExportRow> {
  const [row] = await rows<ExportRow>('SELECT * FROM account_exports WHERE account_id = $1 AND id = $2', [
    account.id,
    id,
  ])
  if (!row) throw refused('record_not_found', 'There is no such export.', { field: 'id' })
  return row
}

async function tellRequester(context: Context, row: ExportRow, ready: boolean): Promise<void> {
  const { merchant_name, mode } = context.account
  const subject = ready
    ? `Your export of ${merchant_name} is ready (${mode} mode)`
    : `Your export of ${merchant_name} failed (${mode} mode)`
  const sentence = ready
    ? `The export of all ${mode} mode data of ${merchant_name} is ready. You can download it until ${new Date((context.now + EXPORT_RETENTION) * 1000).toISOString().slice(0, 16).replace('T', ' ')} UTC, after you confirm that it is you.`
    : `The export of all ${mode} mode data of ${merchant_name} could not be completed. Request it again.`
  const page = `${context.baseUrl}/settings/data`
  await writeMail(context, {
    kind: 'account_export',
    object_id: row.id,
    recipient: row.requested_by,
    subject: subject.replace(/\s+/g, ' '),
    text: `${sentence}\n\n${page}\n`,
    html: emailHtml({ title: subject, body: [paragraph(sentence), button('View export', page)] }),
  })
}
