import { z } from 'zod'
import { CaptureChoice } from '#lib/domain/merchants/schema.ts'
import { defineOperation } from '#lib/pipeline/operation.ts'

export const getOrderDefaults = defineOperation({
  name: 'get_order_defaults',
  title: 'Get the defaults of an order',
  summary: 'Returns what the form of a new order starts with.',
  permission: 'orders:write',
  http: null,
  effect: 'read',
  input: z.strictObject({}),
  output: z.object({ capture: CaptureChoice }),
  async run({ tables, account }) {
    const { default_capture } = await tables.accounts.findUniqueOrThrow({
      where: { id: account.id },
      select: { default_capture: true },
    })
    return { capture: default_capture as CaptureChoice }
  },
})
