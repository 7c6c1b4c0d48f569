import { z } from 'zod'
import { CaptureChoice } from '#lib/domain/merchants/schema.ts'
import type { accounts } from '#lib/generated/prisma/client.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'
import type { Columns } from '#lib/query.ts'

export const getOrderDefaults = defineOperation({
  name: 'get_order_defaults',
  title: 'Get the defaults of an order',
  summary: 'Returns what the form of a new order starts with.',
  permission: 'orders:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ capture: CaptureChoice }),
  async run({ rows, account }) {
    const [row] = await rows<Columns<accounts, 'default_capture'>>(
      'SELECT default_capture FROM accounts WHERE id = $1',
      [account.id],
    )
    return { capture: row?.default_capture as CaptureChoice }
  },
})
