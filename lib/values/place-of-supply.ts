import { GST_STATES, gstStateOf } from './gstin.ts'

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
