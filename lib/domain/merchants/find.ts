import type { Columns } from '#lib/database/query.ts'
import { type Brand, type Business, type Logo, supportOf } from '#lib/domain/merchants/schema.ts'
import type { logos, merchants } from '#lib/generated/prisma/client.ts'
import type { Context } from '#lib/pipeline/operation.ts'

export async function findBusiness(context: Context): Promise<Business> {
  const { logo_hash, ...merchant } = await context.tables.merchants.findUniqueOrThrow({
    where: { id: context.account.merchant_id },
  })
  return { ...merchant, logo: await logoOf(context, logo_hash) }
}

/** One of the logos of the merchant, of today or earlier. */
async function logoOf(context: Context, hash: string | null): Promise<Logo | null> {
  if (hash === null) return null
  return context.tables.logos.findUnique({
    where: { merchant_id_hash: { merchant_id: context.account.merchant_id, hash } },
    select: { hash: true, width: true, height: true },
  })
}

/** What payers see of the merchant of the account, beside its name. */
export async function findBrand(context: Context): Promise<Brand> {
  const [row] = await context.rows<BrandRow>(
    `SELECT merchant.brand_color, merchant.support_email, merchant.support_phone, merchant.support_url,
       logo.hash, logo.width, logo.height
     FROM merchants merchant
     LEFT JOIN logos logo ON logo.merchant_id = merchant.id AND logo.hash = merchant.logo_hash
     WHERE merchant.id = $1`,
    [context.account.merchant_id],
  )
  if (!row) return { color: null, logo: null, support: null }
  const { hash, width, height } = row
  return {
    color: row.brand_color,
    logo: hash === null || width === null || height === null ? null : { hash, width, height },
    support: supportOf(row),
  }
}

type BrandRow = Columns<merchants, 'brand_color' | 'support_email' | 'support_phone' | 'support_url'> & {
  [Name in 'hash' | 'width' | 'height']: Columns<logos, Name>[Name] | null
}
