/** An address, or all that share its first bits: 203.0.113.0/24, 2001:db8::/32. */
export type Network = { family: 4 | 6; start: bigint; bits: number }

/** A network as people write it; null when it is none. An address alone is a network of one. */
export function parseNetwork(text: string): Network | null {
  const [, written = '', length] = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text.trim()) ?? []
  const address = parseAddress(written)
  if (!address) return null
  const width = address.family === 4 ? 32 : 128
  const bits = length === undefined ? width : Number(length)
  if (bits > width) return null
  const shift = BigInt(width - bits)
  return { family: address.family, start: (address.value >> shift) << shift, bits }
}

/** The one way to write a network: 203.0.113.0/24 whatever its last part was, an address without its length. */
export function networkText({ family, start, bits }: Network): string {
  const address = family === 4 ? text4(start) : text6(start)
  return bits === (family === 4 ? 32 : 128) ? address : `${address}/${bits}`
}

/** Whether an address is in one of some networks. What is no address is in none. */
export function isWithin(address: string, networks: readonly string[]): boolean {
  const sought = parseAddress(address)
  if (!sought) return false
  return networks.some((text) => {
    const network = parseNetwork(text)
    if (!network || network.family !== sought.family) return false
    const shift = BigInt((network.family === 4 ? 32 : 128) - network.bits)
    return sought.value >> shift === network.start >> shift
  })
}

/** An address in its one spelling, with IPv4 that was wrapped in IPv6 (::ffff:203.0.113.9) as itself; null when it is none. */
export function plainAddress(text: string): string | null {
  const address = parseAddress(text)
  if (!address) return null
  return address.family === 4 ? text4(address.value) : text6(address.value)
}

type Address = { family: 4 | 6; value: bigint }

function parseAddress(text: string): Address | null {
  if (!text.includes(':')) {
    const value = parse4(text)
    return value === null ? null : { family: 4, value }
  }
  // A zone (fe80::1%eth0) names a card of this machine, not a caller.
  const value = parse6(text.replace(/%.*$/, ''))
  if (value === null) return null
  return value >> 32n === 0xffffn ? { family: 4, value: value & 0xffffffffn } : { family: 6, value }
}

function parse4(text: string): bigint | null {
  // 010 is eight to some programs and ten to others, so it is no number here.
  if (!/^(0|[1-9]\d{0,2})(\.(0|[1-9]\d{0,2})){3}$/.test(text)) return null
  const parts = text.split('.').map(Number)
  if (parts.some((part) => part > 255)) return null
  return parts.reduce((value, part) => (value << 8n) | BigInt(part), 0n)
}

function parse6(text: string): bigint | null {
  const [head = '', tail, ...more] = text.split('::')
  if (more.length > 0) return null
  const left = groupsOf(head)
  const right = tail === undefined ? [] : groupsOf(tail)
  if (!left || !right) return null
  const missing = 8 - left.length - right.length
  if (tail === undefined ? missing !== 0 : missing < 1) return null
  const groups = [...left, ...Array<number>(missing).fill(0), ...right]
  return groups.reduce((value, group) => (value << 16n) | BigInt(group), 0n)
}

/** The groups of one side of `::`; an IPv4 address at its end is two of them. */
function groupsOf(text: string): number[] | null {
  if (text === '') return []
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const embedded = last.includes('.') ? parse4(last) : undefined
  if (embedded === null) return null
  const written = embedded === undefined ? parts : parts.slice(0, -1)
  if (!written.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return null
  const groups = written.map((part) => Number.parseInt(part, 16))
  return embedded === undefined ? groups : [...groups, Number(embedded >> 16n), Number(embedded & 0xffffn)]
}

function text4(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 0xffn).join('.')
}

/** As RFC 5952 has it: lower case, the longest run of zeros left out. */
function text6(value: bigint): string {
  const groups = Array.from({ length: 8 }, (_, at) =>
    ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16),
  )
  const text = groups.join(':')
  const runs = [...text.matchAll(/(?:^|(?<=:))0(?::0)+(?=:|$)/g)]
  const longest = runs.sort((left, right) => right[0].length - left[0].length)[0]
  if (!longest) return text
  const before = text.slice(0, longest.index).replace(/:$/, '')
  const after = text.slice(longest.index + longest[0].length).replace(/^:/, '')
  return `${before}::${after}`
}
