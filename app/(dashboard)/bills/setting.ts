import type { DraftSetting } from '#components/bills/draft/draft.ts'
import { currentPreferences, requireStaff } from '#lib/auth/staff.ts'
import type { Seller } from '#lib/domain/bills/schema.ts'
import { fetchBusiness } from '#lib/domain/merchants/fetch.ts'
import { supportOf } from '#lib/domain/merchants/schema.ts'
import { read } from '#lib/surfaces/page.ts'
import { gstStateOf } from '#lib/values/gstin.ts'

/** The settings of the bill builder: the account, the time zone of the user, and the seller. */
export async function builderSetting(): Promise<{ setting: DraftSetting; seller: Seller }> {
  const [{ account }, { time_zone: zone }, business] = await Promise.all([
    requireStaff(),
    currentPreferences(),
    read(fetchBusiness, {}),
  ])
  const { name, country, gstin, address, logo } = business
  return {
    setting: {
      currency: account.currency,
      country,
      zone,
      seller_state: gstin === null ? null : (gstStateOf(gstin)?.code ?? null),
    },
    seller: { name, country, mode: account.mode, gstin, address, logo, support: supportOf(business) },
  }
}
