import type { Random } from './random.ts'

/** The products of Kaveri Stores: name, SKU, price in paise, and how often each is bought. */
const GOODS = [
  { name: 'Filter coffee, 500 g', sku: 'COF-FIL-500', price: 37_450, weight: 12 },
  { name: 'Coorg honey, 1 kg', sku: 'HON-CRG-1K', price: 64_900, weight: 7 },
  { name: 'Cardamom, 100 g', sku: 'SPC-CAR-100', price: 41_999, weight: 7 },
  { name: 'Sambar powder, 250 g', sku: 'SPC-SAM-250', price: 16_500, weight: 10 },
  { name: 'Sona masoori rice, 10 kg', sku: 'RIC-SON-10', price: 89_900, weight: 8 },
  { name: 'Cold-pressed groundnut oil, 2 l', sku: 'OIL-GNT-2L', price: 74_800, weight: 8 },
  { name: 'Mysore sandal soap, box of 6', sku: 'SOP-SAN-06', price: 46_200, weight: 8 },
  { name: 'Steel tiffin carrier, 3 tiers', sku: 'STL-TIF-03', price: 129_900, weight: 5 },
  { name: 'Cotton dhoti', sku: 'COT-DHO-01', price: 89_500, weight: 5 },
  { name: 'Cotton saree', sku: 'COT-SAR-14', price: 249_900, weight: 7 },
  { name: 'Block-print bedspread', sku: 'HOM-BED-22', price: 189_950, weight: 5 },
  { name: 'Brass lamp, pair', sku: 'BRS-LMP-02', price: 349_900, weight: 4 },
  { name: 'Channapatna toy set', sku: 'TOY-CHN-05', price: 119_900, weight: 4 },
  { name: 'Rosewood carrom board', sku: 'TOY-CAR-01', price: 574_900, weight: 2 },
  { name: 'Wet grinder, 2 l', sku: 'APP-GRD-2L', price: 842_500, weight: 2 },
] as const

/** Bought seldom and dear: silk, and gifts by the hundred. */
const DEAR_GOODS = [
  { name: 'Kanchipuram silk saree', sku: 'SLK-KAN-31', price: 4_850_000, weight: 4 },
  { name: 'Mysore silk saree, wedding set of 3', sku: 'SLK-MYS-W3', price: 11_275_000, weight: 2 },
  { name: 'Festival gift hampers, 120 boxes', sku: 'GFT-HMP-120', price: 23_988_000, weight: 2 },
  { name: 'Sandalwood carving, large', sku: 'SAN-CRV-XL', price: 8_699_900, weight: 2 },
  { name: 'Office furnishing, Coimbatore branch', sku: 'B2B-FUR-07', price: 124_560_000, weight: 1 },
] as const

const SHOPS = [
  { shop: 'Kaveri Devaraja', city: 'Mysuru', weight: 5 },
  { shop: 'Kaveri Indiranagar', city: 'Bengaluru', weight: 8 },
  { shop: 'Kaveri Mylapore', city: 'Chennai', weight: 6 },
  { shop: 'Kaveri RS Puram', city: 'Coimbatore', weight: 3 },
  { shop: 'Kaveri Banjara Hills', city: 'Hyderabad', weight: 4 },
  { shop: 'Kaveri Fort Kochi', city: 'Kochi', weight: 3 },
  { shop: 'Kaveri Kothrud', city: 'Pune', weight: 2 },
] as const

export type Basket = { amount: number; description: string; notes: Record<string, string> }

/** Something bought in one of the shops: amount in paise, a line for people, and notes as shops keep them. */
export function basketOf(random: Random, size: 'usual' | 'dear'): Basket {
  const good = random.weighted<{ name: string; sku: string; price: number; weight: number }>(
    size === 'dear' ? DEAR_GOODS : GOODS,
  )
  const quantity = size === 'dear' ? 1 : random.weighted(QUANTITIES).count
  const delivery = size === 'usual' && random.chance(0.4) ? random.one([4900, 7900]) : 0
  const { shop, city } = random.weighted(SHOPS)
  return {
    amount: undecided(good.price * quantity + delivery),
    description: quantity === 1 ? good.name : `${good.name} (${quantity})`,
    notes: { shop, city, sku: good.sku, channel: delivery > 0 ? 'online' : random.one(['online', 'store']) },
  }
}
const QUANTITIES = [
  { count: 1, weight: 6 },
  { count: 2, weight: 3 },
  { count: 3, weight: 1 },
  { count: 5, weight: 0.5 },
]

/** The simulated bank reads the last two digits of a refund (13 fails, 68 is slow): only a story that means it has them. */
function undecided(amount: number): number {
  return amount % 100 === 13 || amount % 100 === 68 ? amount + 2 : amount
}

export type Shopper = { number: number; email: string; contact: string; abroad: boolean }

/** One of 160 people who come again. */
export function shopperOf(random: Random): Shopper {
  return shopperNumbered(random.whole(1, 160))
}

/**
 * Their email addresses are in reserved domains, and their numbers lie in the blocks used for examples. A few are
 * from Malaysia and Singapore.
 */
export function shopperNumbered(number: number): Shopper {
  const domain = ['example.com', 'example.org', 'example.net'][number % 3]
  const abroad = number % 27 === 0
  const contact = abroad
    ? number % 2 === 0
      ? `+65${91_234_000 + number}`
      : `+6012345${6000 + number}`
    : `+9198765${43_000 + number * 6}`
  return { number, email: `shopper.${String(number).padStart(3, '0')}@${domain}`, contact, abroad }
}
