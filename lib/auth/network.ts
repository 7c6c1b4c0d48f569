import { networkText, parseNetwork, plainAddress } from '#lib/values/network.ts'

/** What callers without a readable IP address are counted under, all together. */
const UNKNOWN = 'unknown'

/**
 * The network that an IP address is counted under: an IPv4 address by itself, an IPv6 address by its /64, since one
 * connection is usually given a whole /64.
 */
export function networkOfAddress(address: string | null | undefined): string {
  if (!address) return UNKNOWN
  const known = networks.get(address)
  if (known !== undefined) return known
  if (networks.size >= MAX_REMEMBERED) networks.clear()
  const network = read(address)
  networks.set(address, network)
  return network
}

/** The hot path asks for the same few addresses again and again. */
const networks = new Map<string, string>()
const MAX_REMEMBERED = 10_000

function read(address: string): string {
  const plain = plainAddress(address)
  if (plain === null) return UNKNOWN
  if (!plain.includes(':')) return plain
  const network = parseNetwork(`${plain}/64`)
  return network ? networkText(network) : UNKNOWN
}
