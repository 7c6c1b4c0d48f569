import ipaddr from 'ipaddr.js'

/** What a host is: a name, a name that is only known within a network, a public address, or one within a network. */
export type AddressKind = 'name' | 'local name' | 'public' | 'private'

const LOCAL = /^(.*\.)?(localhost|local|internal|home\.arpa)\.?$/i

/**
 * Judges a host as it stands in a URL. Public is only what every router of the internet would carry: not loopback,
 * private, link-local (where clouds keep their metadata), carrier-grade NAT, multicast, documentation or reserved
 * ranges; an IPv4 address that is wrapped in an IPv6 one is judged as what it is.
 */
export function addressKind(host: string): AddressKind {
  const address = parsed(host)
  if (address === null) return LOCAL.test(host) ? 'local name' : 'name'
  return address.range() === 'unicast' ? 'public' : 'private'
}

/** Whether an address is in one of the networks (CIDR) that the operator allows. */
export function isAllowed(host: string, networks: readonly string[]): boolean {
  const address = parsed(host)
  return (
    address !== null &&
    networks.some((network) => {
      const [range, bits] = ipaddr.parseCIDR(network)
      return range.kind() === address.kind() && address.match([range, bits] as [ipaddr.IPv4, number])
    })
  )
}

export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}

function parsed(host: string): ipaddr.IPv4 | ipaddr.IPv6 | null {
  const bare = host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
  return ipaddr.isValid(bare) ? ipaddr.process(bare) : null
}
