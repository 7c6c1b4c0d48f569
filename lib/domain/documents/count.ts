import { z } from 'zod'
import { Purpose } from '#lib/domain/documents/schema.ts'
import { defineOperation } from '#lib/operation.ts'

export const countDocuments = defineOperation({
  name: 'count_documents',
  title: 'Count documents',
  summary: 'How many documents there are, in all and of each purpose.',
  permission: 'documents:read',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ total: z.int(), by_purpose: z.partialRecord(Purpose, z.int()) }),
  async run(context) {
    const groups = await context.tables.documents.groupBy({
      by: ['purpose'],
      where: { account_id: context.account.id },
      _count: true,
    })
    return {
      total: groups.reduce((sum, group) => sum + group._count, 0),
      by_purpose: Object.fromEntries(groups.map((group) => [group.purpose, group._count])),
    }
  },
})
