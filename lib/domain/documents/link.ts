import type { Context } from '#lib/pipeline/operation.ts'

/** Attaches documents to records that both exist. @returns how many of the pairs were not attached before */
export async function linkDocuments(
  { account, actor, now, tables }: Context,
  pairs: { document_id: string; object_id: string }[],
): Promise<number> {
  const added = { account_id: account.id, created_by: `${actor.kind}:${actor.name}`, created_at: now }
  const { count } = await tables.document_links.createMany({
    data: pairs.map((pair) => ({ ...pair, ...added })),
    skipDuplicates: true,
  })
  return count
}
