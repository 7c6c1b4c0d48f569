import { findRefund, lockRefund } from '#lib/domain/refunds/find.ts'
import { FetchRefund, RefundLink } from '#lib/domain/refunds/schema.ts'
import { type Context, defineOperation } from '#lib/pipeline/operation.ts'
import { randomText } from '#lib/values/random-text.ts'

/** As long as those of bills: 190 bits. */
export const REFUND_TOKEN_LENGTH = 32

export const createRefundLink = defineOperation({
  name: 'create_refund_link',
  title: 'Create the customer link of a refund',
  summary: 'Creates the link by which a customer follows a refund; returns the one that there is.',
  permission: 'refunds:write',
  http: null,
  input: FetchRefund,
  output: RefundLink,
  async run(context, { id }) {
    await lockRefund(context, id)
    context.about(id)
    const existing = await refundLink(context, id)
    if (existing !== null) return { id, link: existing }
    const { account, now } = context
    const token = randomText(REFUND_TOKEN_LENGTH)
    await context.tables.refund_links.create({
      data: { account_id: account.id, refund_id: id, token, created_at: now },
    })
    return { id, link: urlOf(context, token) }
  },
})

export const revokeRefundLink = defineOperation({
  name: 'revoke_refund_link',
  title: 'Revoke the customer link of a refund',
  summary:
    'Revokes the link by which a customer follows a refund. A link that is created later is another one.',
  permission: 'refunds:write',
  http: null,
  input: FetchRefund,
  output: RefundLink,
  async run(context, { id }) {
    await findRefund(context, id)
    context.about(id)
    const { count } = await context.tables.refund_links.deleteMany({
      where: { account_id: context.account.id, refund_id: id },
    })
    context.noteChange({ customer_link: count > 0 }, { customer_link: false })
    return { id, link: null }
  },
})

/** The URL by which a customer follows a refund, or null. */
export async function refundLink(context: Context, id: string): Promise<string | null> {
  const link = await context.tables.refund_links.findUnique({
    where: { account_id_refund_id: { account_id: context.account.id, refund_id: id } },
  })
  return link && urlOf(context, link.token)
}

function urlOf({ baseUrl }: Context, token: string): string {
  return `${baseUrl}/refund/${token}`
}
