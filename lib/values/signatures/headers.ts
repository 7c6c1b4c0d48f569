/** The headers of a delivery that concern the signature. */
export type SignedHeaders = {
  /** The values of X-Signature, and of X-Razorpay-Signature, which is the same. */
  hex: string | null
  /** The signatures of webhook-signature: one, and two while a rolled secret is still active. */
  standard: string[]
  id: string | null
  timestamp: string | null
  /** A signature that was pasted without the name of its header. */
  bare: string | null
}

const NAMES = {
  hex: ['x-signature', 'x-razorpay-signature'],
  standard: ['webhook-signature', 'svix-signature'],
  id: ['webhook-id', 'x-event-id', 'x-razorpay-event-id', 'svix-id'],
  timestamp: ['webhook-timestamp', 'svix-timestamp'],
}

/**
 * Reads headers as people paste them: lines of `Name: value`, the lines that curl -v writes, an object of JSON, the
 * array of PHP's $_SERVER, or only the signature.
 */
export function readHeaders(text: string): SignedHeaders {
  const pairs = pairsOf(text)
  const of = (names: string[]) => {
    const found = names.map((name) => pairs.get(name)).find((value) => value !== undefined && value !== '')
    return found ?? null
  }
  const standard = of(NAMES.standard)
  const lone = text.trim().replace(/^["']|["',]$/g, '')
  return {
    hex: of(NAMES.hex),
    standard: standard === null ? [] : standard.split(/\s+/),
    id: of(NAMES.id),
    timestamp: of(NAMES.timestamp),
    bare: pairs.size === 0 && /^\S+$/.test(lone) ? lone : null,
  }
}

function pairsOf(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const line of text.split(/\r?\n|(?<=["\d]),(?=\s*["'])/)) {
    const found =
      /^[\s>{<*]*["'[]{0,2}([A-Za-z][\w-]+)["'\]]{0,2}\s*(?::|=>?)\s*(?:\[\s*)?["']?(.*?)["'\]},\s]*$/.exec(
        line,
      )
    if (!found) continue
    const [, name = '', value = ''] = found
    pairs.set(
      name
        .toLowerCase()
        .replace(/^http_/, '')
        .replaceAll('_', '-'),
      value.trim(),
    )
  }
  return pairs
}
