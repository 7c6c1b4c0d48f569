/** How much all bodies without Content-Length may hold together while they arrive, in bytes. */
const ROOM_BYTES = 67_108_864

type Reservation = { network: string; bytes: number; evict: () => void }
type Share = { bytes: number; reservations: Set<Reservation> }

const shares = new Map<string, Share>()
let taken = 0

/**
 * The memory that bodies without Content-Length are read into. When it is full, the oldest body of the network that holds
 * the most is evicted, so no network can fill it for others, from however many connections.
 * @param network whom the body is counted under: an IPv4 address, or a /64 of IPv6
 * @param evict ends the body; called at most once, and not after leave()
 * @returns take(), to be told of every chunk, and leave(), when the body is whole or gone; leaving twice does no harm
 */
export function reserveBodyMemory(network: string, evict: () => void) {
  const reservation: Reservation = { network, bytes: 0, evict }
  return { take: (bytes: number) => take(reservation, bytes), leave: () => leave(reservation) }
}

function take(reservation: Reservation, bytes: number): void {
  const share = shares.get(reservation.network) ?? { bytes: 0, reservations: new Set() }
  shares.set(reservation.network, share)
  share.reservations.add(reservation)
  reservation.bytes += bytes
  share.bytes += bytes
  taken += bytes
  while (taken > ROOM_BYTES) {
    const first = firstOfLargest()
    leave(first)
    first.evict()
  }
}

function leave(reservation: Reservation): void {
  const share = shares.get(reservation.network)
  if (!share?.reservations.delete(reservation)) return
  share.bytes -= reservation.bytes
  taken -= reservation.bytes
  if (share.reservations.size === 0) shares.delete(reservation.network)
}

/** The body that was begun first, of the network that holds the most. */
function firstOfLargest(): Reservation {
  let largest: Share | undefined
  for (const share of shares.values()) if (!largest || share.bytes > largest.bytes) largest = share
  const [first] = largest?.reservations ?? []
  // Only places take bytes.
  if (!first) throw new Error('Memory is reserved but no body holds it.')
  return first
}
