/** What the HTML of a page weighs, and what of it is React's copy of the page, in bytes. */
export type HtmlWeight = { html: number; copy: number }

/** The inline scripts that bring React's copy of what the markup says already. */
const COPY = /<script[^>]*>self\.__next_f\.push\([\s\S]*?<\/script>/g

export async function htmlWeight(url: string, headers: Record<string, string> = {}): Promise<HtmlWeight> {
  const page = await fetch(url, { headers })
  if (page.status !== 200) throw new Error(`${url} responds with ${page.status}.`)
  const html = await page.text()
  const copy = html.match(COPY)?.join('') ?? ''
  return { html: Buffer.byteLength(html), copy: Buffer.byteLength(copy) }
}
