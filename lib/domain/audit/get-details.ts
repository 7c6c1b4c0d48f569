import type { Columns } from '#lib/database/query.ts'
import { AuditLineDetails, GetAuditLine } from '#lib/domain/audit/schema.ts'
import { recordNotFound } from '#lib/domain/record.ts'
import type { request_logs } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getAuditLineDetails = defineOperation({
  name: 'get_audit_line_details',
  title: 'Get the details of an audit line',
  summary: 'Returns one line of the audit log, with what is known of its request, and whether it is sealed.',
  permission: 'audit:read',
  http: null,
  effect: 'read',
  input: GetAuditLine,
  output: AuditLineDetails,
  async run({ account, tables, rows }, { id }) {
    const where = { account_id_id: { account_id: account.id, id } }
    const line = await tables.audit_lines.findUnique({ where })
    if (!line) throw recordNotFound('audit line', id)
    const [[request], [seal]] = await Promise.all([
      rows<Columns<request_logs, 'user_agent' | 'source'>>(
        'SELECT user_agent, source FROM request_logs WHERE account_id = $1 AND id = $2',
        [account.id, line.request_id],
      ),
      rows<{ last_id: string }>(
        'SELECT last_id FROM audit_seals WHERE account_id = $1 ORDER BY seq DESC LIMIT 1',
        [account.id],
      ),
    ])
    return {
      ...line,
      user_agent: request?.user_agent ?? null,
      source: request?.source ?? null,
      request_kept: request !== undefined,
      sealed: seal !== undefined && seal.last_id >= id,
    }
  },
})
