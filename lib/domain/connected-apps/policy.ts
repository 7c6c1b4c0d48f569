import { AppPolicy } from '#lib/domain/connected-apps/schema.ts'

import type { Rows } from '#lib/query.ts'

type PolicyRow = AppPolicy & { id: string }

/** The settings of some merchants for one app and for apps in general, by the ID of the merchant. */
export async function policiesOf(
  rows: Rows,
  merchantIds: readonly string[],
  clientId: string,
): Promise<Map<string, AppPolicy>> {
  const found = await rows<PolicyRow>(
    `SELECT merchant.id, merchant.oauth_self_registered AS self_registered, merchant.oauth_redirect_hosts AS redirect_hosts,
            EXISTS (SELECT 1 FROM oauth_clients WHERE id = $2 AND merchant_id <> merchant.id) AS elsewhere,
            EXISTS (SELECT 1 FROM oauth_blocks WHERE merchant_id = merchant.id AND client_id = $2) AS blocked
     FROM merchants merchant WHERE merchant.id = ANY($1::text[])`,
    [merchantIds, clientId],
  )
  return new Map(found.map((row) => [row.id, AppPolicy.parse(row)]))
}
