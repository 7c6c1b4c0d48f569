import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** An IP address, or a network in CIDR notation: 203.0.113.0/24, 2001:db8::/32. */
type Network = { start: Address; bits: number }

/** The kind of a host: a name, a name that is only known within a network, a public IP address, or a private one. */
type AddressKind = 'name' | 'local name' | 'public' | 'private'

const LOCAL = /^(.*\.)?(localhost|local|internal|home\.arpa)\.?$/i

/**
 * Networks that internet routers do not carry, or that a cloud serves only to its own machines (IANA's registries of
 * special addresses, and the documentation of the clouds). An outgoing request that an outsider causes never goes
 * there.
 */
const SPECIAL: readonly string[] = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  // Carrier-grade NAT; Alibaba's metadata at 100.100.100.200.
  '100.64.0.0/10',
  '127.0.0.0/8',
  // Link-local; the metadata of most clouds at 169.254.169.254.
  '169.254.0.0/16',
  '172.16.0.0/12',
  // IETF assignments; Oracle's metadata at 192.0.0.192.
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
  // Azure's agent, DNS and certificates; IBM's services and metadata.
  '168.63.129.16/32',
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Within global unicast: Teredo, ORCHID and other assignments, documentation, 6to4, AS112.
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]

/** All public IPv6 addresses. Loopback, ::7f00:1, NAT64, unique local and link-local addresses lie outside. */
const GLOBAL_IPV6 = '2000::/3'

/**
 * Classifies the host of a URL. Every outgoing request that an outsider causes is checked here: webhooks, the metadata
 * documents of OAuth clients. An IPv4 address that is mapped into IPv6 counts as IPv4.
 */
export function addressKind(host: string): AddressKind {
  const bare = bareHost(host)
  // In any spelling: a parser that reads 0177.0.0.1 as an IP address would connect there.
  if (!ipaddr.isValid(bare)) return LOCAL.test(host) ? 'local name' : 'name'
  const address = ipaddr.process(bare)
  if (SPECIAL_NETWORKS.some((network) => holds(network, address))) return 'private'
  return address.kind() === 'ipv4' || holds(GLOBAL, address) ? 'public' : 'private'
}

/** Parses a network; null for anything else. A single address is a network of one. */
export function parseNetwork(text: string): Network | null {
  const [, written = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = parseAddress(written)
  if (!address) return null
  const width = widthOf(address)
  const bits = length === undefined ? width : Number(length)
  if (bits > width) return null
  const bytes = address.toByteArray().map((byte, at) => byte & maskOf(bits - at * 8))
  return { start: ipaddr.fromByteArray(bytes), bits }
}

/** Normalizes a network: 203.0.113.0/24 whatever its last part was, a single address without its length. */
export function networkText({ start, bits }: Network): string {
  return bits === widthOf(start) ? textOf(start) : `${textOf(start)}/${bits}`
}

/** Whether an IP address, or the host of a URL, is in one of the networks. Other text is in none. */
export function isWithin(host: string, networks: readonly string[]): boolean {
  const sought = parseAddress(bareHost(host))
  return (
    sought !== null &&
    networks.some((text) => {
      const network = parseNetwork(text)
      return network !== null && holds(network, sought)
    })
  )
}

/** Whether every address of a network is in one of the others. Other text is in none. */
export function isNetworkWithin(text: string, networks: readonly string[]): boolean {
  const inner = parseNetwork(text)
  if (inner === null) return false
  const first = textOf(inner.start)
  return networks.some((other) => {
    const outer = parseNetwork(other)
    return outer !== null && outer.bits <= inner.bits && isWithin(first, [other])
  })
}

/** Whether a text is a network with its length, as in the operator's list of allowed ones. */
export function isNetwork(text: string): boolean {
  return ipaddr.isValidCIDR(text)
}

/**
 * Normalizes an IP address, with IPv4 that is mapped into IPv6 (::ffff:203.0.113.9) as IPv4; null for anything else.
 */
export function plainAddress(text: string): string | null {
  const address = parseAddress(text)
  return address && textOf(address)
}

function parseAddress(text: string): Address | null {
  // 010 is eight to some parsers and ten to others, so it is no number here.
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text)
  // A zone (fe80::1%eth0) names a network card of this machine, not a caller.
  const bare = text.replace(/%.*$/, '')
  if (!bare.includes(':') || !ipaddr.IPv6.isValid(bare)) return null
  return ipaddr.process(bare)
}

function bareHost(host: string): string {
  return host.replace(/^\[|\]$/g, '').replace(/%.*$/, '')
}

function widthOf(address: Address): number {
  return address.kind() === 'ipv4' ? 32 : 128
}

/** The byte with as many leading ones as are left of a prefix length. */
function maskOf(bits: number): number {
  return (0xff << (8 - Math.min(8, Math.max(0, bits)))) & 0xff
}

function textOf(address: Address): string {
  return address instanceof ipaddr.IPv6 ? address.toRFC5952String() : address.toString()
}

function holds({ start, bits }: Network, address: Address): boolean {
  return start.kind() === address.kind() && address.match([start, bits] as [ipaddr.IPv4, number])
}

const SPECIAL_NETWORKS = SPECIAL.map((text) => parseNetwork(text) as Network)
const GLOBAL = parseNetwork(GLOBAL_IPV6) as Network
