import type { Context } from '#lib/pipeline/operation.ts'

/**
 * Writes the audit line of a change to the other affected accounts of merchants; the pipeline writes that of its own
 * account.
 */
export async function auditElsewhere(
  context: Context,
  merchants: string[],
  line: { action: string; object_id: string; details: Record<string, unknown> },
): Promise<void> {
  const { actor, account, now, requestId, ip, tables } = context
  const accounts = await tables.accounts.findMany({
    where: { merchant_id: { in: merchants }, id: { not: account.id } },
    select: { id: true },
  })
  await tables.audit_lines.createMany({
    data: accounts.map(({ id }) => ({
      account_id: id,
      id: context.newId('audit'),
      action: line.action,
      object_id: line.object_id,
      details: JSON.parse(JSON.stringify(line.details)),
      actor_kind: actor.kind,
      actor_id: actor.id,
      actor_name: actor.name,
      request_id: requestId,
      ip,
      created_at: now,
    })),
  })
}
