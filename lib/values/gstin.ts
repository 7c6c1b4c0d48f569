import { z } from 'zod'

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
const FORM = /^\d{2}(?:[A-Z]{5}\d{4}[A-Z][0-9A-Z][A-Z]|\d{2}[A-Z]{3}\d{5}[A-Z]{2})[0-9A-Z]$/

/**
 * Computes the last character of a GSTIN from the other fourteen: each is a digit of base 36, every second one is
 * doubled, the digits of each product are added up, and the sum is completed to a multiple of 36.
 */
export function gstinCheckCharacter(body: string): string {
  let sum = 0
  for (const [index, letter] of [...body].entries()) {
    const product = DIGITS.indexOf(letter) * (index % 2 === 0 ? 1 : 2)
    sum += Math.floor(product / 36) + (product % 36)
  }
  return DIGITS[(36 - (sum % 36)) % 36] ?? ''
}

/** Whether a text is a GSTIN (or a UIN) whose state exists and whose check character is right. */
export function isGstin(text: string): boolean {
  return FORM.test(text) && gstStateOf(text) !== null && gstinCheckCharacter(text.slice(0, 14)) === text[14]
}

/** The state of a GSTIN by its first two digits, or null. */
export function gstStateOf(gstin: string): { code: string; name: string } | null {
  const code = gstin.slice(0, 2)
  const name = GST_STATES[code]
  return name === undefined ? null : { code, name }
}

/** The state codes of GST; 97 and 99 are special codes. */
export const GST_STATES: Record<string, string> = {
  '01': 'Jammu and Kashmir',
  '02': 'Himachal Pradesh',
  '03': 'Punjab',
  '04': 'Chandigarh',
  '05': 'Uttarakhand',
  '06': 'Haryana',
  '07': 'Delhi',
  '08': 'Rajasthan',
  '09': 'Uttar Pradesh',
  '10': 'Bihar',
  '11': 'Sikkim',
  '12': 'Arunachal Pradesh',
  '13': 'Nagaland',
  '14': 'Manipur',
  '15': 'Mizoram',
  '16': 'Tripura',
  '17': 'Meghalaya',
  '18': 'Assam',
  '19': 'West Bengal',
  '20': 'Jharkhand',
  '21': 'Odisha',
  '22': 'Chhattisgarh',
  '23': 'Madhya Pradesh',
  '24': 'Gujarat',
  '25': 'Daman and Diu',
  '26': 'Dadra and Nagar Haveli and Daman and Diu',
  '27': 'Maharashtra',
  '28': 'Andhra Pradesh (before division)',
  '29': 'Karnataka',
  '30': 'Goa',
  '31': 'Lakshadweep',
  '32': 'Kerala',
  '33': 'Tamil Nadu',
  '34': 'Puducherry',
  '35': 'Andaman and Nicobar Islands',
  '36': 'Telangana',
  '37': 'Andhra Pradesh',
  '38': 'Ladakh',
  '97': 'Other Territory',
  '99': 'Centre Jurisdiction',
}

/** A GSTIN that a caller sends: fifteen characters, in either case, with the right check character. */
export const Gstin = z
  .preprocess(
    (value) => (typeof value === 'string' ? value.trim().toUpperCase() : value),
    z.string({ error: 'The GSTIN must be a string.' }).refine(isGstin, {
      error: 'Invalid GSTIN. Check its 15 characters; the last one is a check character.',
    }),
  )
  .meta({
    description: 'Goods and Services Tax Identification Number (GSTIN), with its check character verified.',
  })

/**
 * The taxes of a supply: central and state tax within a state, central and union territory tax within a territory
 * without a legislature, integrated tax between two states.
 */
export type Supply = 'state' | 'territory' | 'between'

/** Union territories without a legislature, and the Other Territory: their share of the tax is UTGST. */
const WITHOUT_LEGISLATURE = ['04', '25', '26', '31', '35', '38', '97']

/** Decided by the two-digit codes of the seller's state and of the place of supply. */
export function supplyBetween(seller: string, place: string): Supply {
  if (seller !== place) return 'between'
  return WITHOUT_LEGISLATURE.includes(seller) ? 'territory' : 'state'
}

/** The place of supply: the state of the customer's GSTIN, else the state that was chosen, else the seller's own. */
export function placeOfSupply(parties: { gstin?: string | null; chosen?: string | null; seller: string }) {
  return (parties.gstin && gstStateOf(parties.gstin)?.code) || parties.chosen || parties.seller
}

/** The code of a state by its name, as an address has it, or null. */
export function stateNamed(name: string): string | null {
  const wanted = name.trim().toLowerCase()
  return Object.entries(GST_STATES).find(([, known]) => known.toLowerCase() === wanted)?.[0] ?? null
}
