import type { documents } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** Documents with the records that they are attached to, newest first. */
export async function aboutDocuments(context: Context, rows: documents[]) {
  const links = await context.tables.document_links.findMany({
    where: { account_id: context.account.id, document_id: { in: rows.map((row) => row.id) } },
    orderBy: [{ created_at: 'desc' }, { object_id: 'desc' }],
    select: { document_id: true, object_id: true, created_at: true },
  })
  return rows.map((row) => ({ ...row, used_by: links.filter((link) => link.document_id === row.id) }))
}
