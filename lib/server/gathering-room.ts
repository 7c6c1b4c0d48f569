/** How much all bodies of unannounced length may hold together while they arrive, in bytes. */
const ROOM_BYTES = 67_108_864

type Place = { network: string; bytes: number; giveWay: () => void }
type Share = { bytes: number; places: Set<Place> }

const shares = new Map<string, Share>()
let taken = 0

/**
 * The memory that bodies of unannounced length are gathered in. When it is full, the network that holds the most gives
 * way with the body that it began first: so no network can fill it for others, from however many connections, and a caller
 * who sends little is not refused for those who send much.
 * @param network whom the body is counted under: an IPv4 address, or a /64 of IPv6
 * @param giveWay ends the body; called at most once, and not after leave()
 * @returns take(), to be told of every chunk, and leave(), when the body is whole or gone; leaving twice does no harm
 */
export function enterRoom(network: string, giveWay: () => void) {
  const place: Place = { network, bytes: 0, giveWay }
  return { take: (bytes: number) => take(place, bytes), leave: () => leave(place) }
}

function take(place: Place, bytes: number): void {
  const share = shares.get(place.network) ?? { bytes: 0, places: new Set() }
  shares.set(place.network, share)
  share.places.add(place)
  place.bytes += bytes
  share.bytes += bytes
  taken += bytes
  while (taken > ROOM_BYTES) {
    const first = firstOfLargest()
    leave(first)
    first.giveWay()
  }
}

function leave(place: Place): void {
  const share = shares.get(place.network)
  if (!share?.places.delete(place)) return
  share.bytes -= place.bytes
  taken -= place.bytes
  if (share.places.size === 0) shares.delete(place.network)
}

/** The body that was begun first, of the network that holds the most. */
function firstOfLargest(): Place {
  let largest: Share | undefined
  for (const share of shares.values()) if (!largest || share.bytes > largest.bytes) largest = share
  const [first] = largest?.places ?? []
  // Only places take bytes.
  if (!first) throw new Error('Memory is counted as taken by nobody.')
  return first
}
