import type { Context } from '#lib/operation.ts'

/** Who issues the bills of the account, as they show it. */
export async function sellerOf(context: Context) {
  const { merchant_id, merchant_name, country, mode } = context.account
  const merchant = await context.tables.merchants.findUnique({
    where: { id: merchant_id },
    select: { gstin: true, address: true },
  })
  return {
    name: merchant_name,
    country,
    mode,
    gstin: merchant?.gstin ?? null,
    address: merchant?.address ?? null,
  }
}
