import { createCustomer } from '#lib/domain/customers/create.ts'
import { updateCustomer } from '#lib/domain/customers/update.ts'
import { gstinCheckCharacter } from '#lib/values/gstin.ts'
import { DAY, HOUR } from '#lib/values/time.ts'
import { type Shopper, shopperNumbered } from './catalogue.ts'
import type { Shop } from './shop.ts'
import type { Story } from './world.ts'

/** A future customer: when the server or the merchant's app creates them (Unix seconds), and how. */
type PlannedCustomer = { at: number; tell(shop: Shop): Story }

/**
 * Some of the shoppers, created as customers in the first ten weeks: their later payments are linked to them. Nothing
 * here is random, so the rest of the history is the same with and without them.
 */
export function planCustomers(start: number): PlannedCustomer[] {
  return Array.from({ length: 160 }, (_, index) => shopperNumbered(index + 1))
    .filter(isRegistered)
    .map((shopper) => ({
      at: start + ((shopper.number * 37) % 70) * DAY + (9 + (shopper.number % 9)) * HOUR,
      tell: (shop) => writtenDown(shop, shopper),
    }))
}

function isRegistered({ number, abroad }: Shopper): boolean {
  return abroad || number % 5 === 0 || number % 5 === 2
}

/** Written down, and of some of them more is learned later. */
async function* writtenDown(shop: Shop, shopper: Shopper): Story {
  const { number, email, contact } = shopper
  const known = { name: nameOf(shopper), email, contact, notes: notesOf(number) }
  const by = number % 4 === 0 ? shop.cast.support : shop.cast.key
  const customer = await shop.run(createCustomer, known, by)
  shop.customers.set(email, customer.id)
  const business = number % 20 === 0
  if (business || number % 35 === 0) {
    yield 3 * DAY + number * 60
    const gstin = business ? gstinOf(number) : null
    const edited = { ...known, id: customer.id, gstin, notes: { ...known.notes, delivery: 'mornings' } }
    await shop.run(updateCustomer, edited, shop.cast.support)
  }
  if (number % 40 === 2) {
    yield 9 * DAY
    await shop.run(createCustomer, { email, contact, fail_existing: false }, shop.cast.key)
  }
}

const GIVEN = [
  'Asha',
  'Farhan',
  'Lakshmi',
  'Joseph',
  'Meera',
  'Ravi',
  'Sunita',
  'Imran',
  'Divya',
  'Mohan',
  'Kavya',
  'Arjun',
  'Fatima',
  'Suresh',
  'Anita',
  'Thomas',
  'Geetha',
  'Vikram',
  'Nandini',
  'Salim',
  'Rekha',
  'Prakash',
  'Leela',
]
const INITIALS = ['B', 'D', 'G', 'K', 'M', 'N', 'P', 'R', 'S', 'V']
const KITCHENS = ['Hostel kitchen', 'Office canteen', 'Temple kitchen', 'Tiffin room']
/** Where the kitchens are, with the number of the state in a GSTIN. */
const TOWNS = [
  { town: 'Mysuru', state: '29' },
  { town: 'Bengaluru', state: '29' },
  { town: 'Chennai', state: '33' },
  { town: 'Coimbatore', state: '33' },
  { town: 'Hyderabad', state: '36' },
  { town: 'Kochi', state: '32' },
  { town: 'Pune', state: '27' },
  { town: 'Mangaluru', state: '29' },
] as const

/** A given name and an initial, or the name of a large kitchen; some have contact data only. */
function nameOf({ number }: Shopper): string | null {
  if (number % 20 === 0) return `${KITCHENS[(number / 20) % 4]}, ${TOWNS[number / 20 - 1]?.town}`
  if (number % 25 === 2) return null
  return `${GIVEN[(number * 7) % GIVEN.length]} ${INITIALS[Math.floor(number / 7) % 10]}`
}

/** Of the state of its town, around the permanent number that is common in examples. */
function gstinOf(number: number): string {
  const body = `${TOWNS[number / 20 - 1]?.state}ABCDE1234F${number / 20}Z`
  return body + gstinCheckCharacter(body)
}

function notesOf(number: number): Record<string, string> {
  if (number % 20 === 0) return { terms: '15 days' }
  return number % 15 === 0 ? { likes: 'filter coffee' } : {}
}
