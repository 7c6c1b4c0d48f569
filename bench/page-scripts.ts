import { gzipSync } from 'node:zlib'

/** The bytes, compressed, of the scripts that a page loads at once: those that its HTML names. */
export async function scriptBytes(url: string, headers: Record<string, string> = {}): Promise<number> {
  const page = await fetch(url, { headers })
  if (page.status !== 200) throw new Error(`${url} responds with ${page.status}.`)
  // Scripts for browsers without modules are loaded by none that the dashboard supports.
  const tags = ((await page.text()).match(/<(?:script|link)\b[^>]*>/g) ?? []).filter(
    (tag) => !/nomodule/i.test(tag),
  )
  const sources = new Set(tags.flatMap((tag) => /\b(?:src|href)="([^"?]+\.js)["?]/.exec(tag)?.[1] ?? []))
  let bytes = 0
  for (const source of sources) {
    const script = await fetch(new URL(source, url))
    bytes += gzipSync(Buffer.from(await script.arrayBuffer())).byteLength
  }
  return bytes
}
