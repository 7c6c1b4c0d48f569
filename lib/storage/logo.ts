import type { Columns, Query } from '#lib/database/query.ts'
import type { logos } from '#lib/generated/prisma/client.ts'

/** The bytes of a logo by its public name; null if there is none. Logos are on public pages, so anyone may have them. */
export async function findLogo(query: Query, hash: string): Promise<Buffer | null> {
  const { rows } = await query<Columns<logos, 'png'>>('SELECT png FROM logos WHERE hash = $1 LIMIT 1', [hash])
  return rows[0] ? Buffer.from(rows[0].png) : null
}
