import { Seller } from '#lib/domain/bills/schema.ts'
import { findBrand } from '#lib/domain/merchants/find.ts'
import type { bills } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

/** The issuer as recorded with the bill. A bill from before that record shows the present details. */
export function issuerOf(context: Context, { seller }: Pick<bills, 'seller'>): Promise<Seller> | Seller {
  return seller === null ? sellerOf(context) : Seller.parse(seller)
}

export async function sellerOf(context: Context): Promise<Seller> {
  const { merchant_id, merchant_name, country, mode } = context.account
  // One after the other: a bill is issued in a transaction, which has one connection.
  const merchant = await context.tables.merchants.findUnique({
    where: { id: merchant_id },
    select: { gstin: true, address: true },
  })
  const { logo, support } = await findBrand(context)
  return {
    name: merchant_name,
    country,
    mode,
    gstin: merchant?.gstin ?? null,
    address: merchant?.address ?? null,
    support,
    logo,
  }
}
