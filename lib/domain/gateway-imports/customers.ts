import type { Columns } from '#lib/database/query.ts'
import { customerIdentityOf } from '#lib/domain/customers/rules.ts'
import type { customers } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'
import type { GatewayRecord } from '#lib/ports/gateway-records.ts'
import { CREATED_BY_GATEWAY } from '#lib/values/creator-text.ts'
import { countryOf, e164 } from '#lib/values/phone.ts'
import { type Applied, conflict, type ImportSource, nothingApplied } from './find.ts'

/** Imports customers, by their IDs. One with the email and contact of another that is here already is left out. */
export async function importCustomers(
  context: Context,
  _source: ImportSource,
  records: GatewayRecord<'customers'>[],
): Promise<Applied> {
  const applied = nothingApplied()
  const wanted = records.map((record) => columnsOf(record, context))
  const known = await context.rows<Columns<customers, 'id' | 'identity'>>(
    `SELECT id, identity FROM customers WHERE account_id = $1 AND (id = ANY($2::text[]) OR identity = ANY($3::text[]))`,
    [context.account.id, wanted.map(({ id }) => id), wanted.flatMap(({ identity }) => identity ?? [])],
  )
  const ids = new Set(known.map(({ id }) => id))
  const holders = new Map(known.map(({ id, identity }) => [identity, id]))
  for (const row of wanted) {
    const holder = row.identity === null ? undefined : holders.get(row.identity)
    if (ids.has(row.id)) applied.same += 1
    else if (row.name === null && row.identity === null)
      applied.rows.push(conflict(row.id, 'It has no name, email or contact.'))
    else if (holder !== undefined)
      applied.rows.push(conflict(row.id, `The customer ${holder} has the same email and contact.`))
    else {
      ids.add(row.id)
      holders.set(row.identity, row.id)
      context.changes.insert('customers', row)
      applied.added += 1
    }
  }
  return applied
}

function columnsOf(record: GatewayRecord<'customers'>, { account }: Context) {
  const { id, name, email, gstin, notes, created_at } = record
  const contact = record.contact === null ? null : e164(record.contact, account.country)
  return {
    account_id: account.id,
    id,
    name,
    email,
    contact,
    gstin,
    notes,
    identity: customerIdentityOf(email, contact),
    search_name: name?.toLowerCase() ?? null,
    country: contact === null ? null : countryOf(contact),
    created_by: CREATED_BY_GATEWAY,
    created_at,
  }
}
