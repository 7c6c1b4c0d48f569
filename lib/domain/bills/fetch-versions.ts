import { z } from 'zod'
import { bodyOf, findBill } from '#lib/domain/bills/find.ts'
import { differencesOf } from '#lib/domain/bills/rules.ts'
import { BillVersion, FetchBill } from '#lib/domain/bills/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const fetchBillVersions = defineOperation({
  name: 'fetch_bill_versions',
  title: 'Fetch the versions of a bill',
  summary: 'Lists every version of a bill, newest first: who wrote it, when, and which fields it changed.',
  permission: 'bills:read',
  http: null,
  effect: 'read',
  input: FetchBill,
  output: z.object({ items: z.array(BillVersion) }),
  async run(context, { bill_id }) {
    const row = await findBill(context, bill_id)
    const stored = await context.tables.bill_versions.findMany({
      where: { account_id: context.account.id, bill_id },
      orderBy: { version: 'asc' },
    })
    const bodies = [...stored.map(bodyOf), bodyOf(row)]
    const items = bodies.map((body, index) => {
      // A stored version names the author of the next one; the author of the bill wrote the first.
      const { created_by, created_at } = stored[index - 1] ?? row
      const before = bodies[index - 1]
      return {
        version: index + 1,
        created_by,
        created_at,
        body,
        differences: before ? differencesOf(before, body) : [],
      }
    })
    return { items: items.reverse() }
  },
})
