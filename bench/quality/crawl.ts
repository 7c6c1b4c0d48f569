import type { APIRequestContext } from '@playwright/test'
import { isDynamic, matcherOf, type Route } from './routes.ts'

/** More records than this are not tried for a page that opens for some records only, such as a capture. */
const MAX_TRIED = 40
const MAX_READ = 1500

type Found = { addresses: Map<string, string>; missing: string[] }

/**
 * Finds an address for each page by following the links of the others, as HTML without a browser. Pages of which the
 * fewest were read are read first, so that many records of one kind hide no other page. A page without records in its
 * address is opened as it is, or, where that is not found, as another page links to it.
 * @returns the address of each pattern, and the patterns that nothing links to or that open for no record
 */
export async function findAddresses(request: APIRequestContext, routes: Route[]): Promise<Found> {
  const addresses = new Map<string, string>()
  const patternOf = patternFinder(routes)
  const worthReading = limited(patternOf)
  const queue = routes
    .filter((route) => !isDynamic(route))
    .map(({ pattern }) => pattern)
    .filter(worthReading)
  const timesRead = new Map<string, number>()
  const timesOf = (address: string) => timesRead.get(patternOf(address) ?? '') ?? 0
  for (let read = 0; read < MAX_READ && queue.length > 0 && addresses.size < routes.length; read += 1) {
    const least = queue.reduce((best, each) => (timesOf(each) < timesOf(best) ? each : best))
    const [address = least] = queue.splice(queue.indexOf(least), 1)
    const pattern = patternOf(address) ?? ''
    timesRead.set(pattern, timesOf(address) + 1)
    const response = await request.get(address, { maxRedirects: 0, failOnStatusCode: false })
    // Some pages, such as the one to sign in, redirect the person who reads them here.
    const opens = response.status() === 200 || (response.status() < 400 && address === pattern)
    if (opens && !addresses.has(pattern)) addresses.set(pattern, address)
    if (response.status() !== 200) continue
    const origin = new URL(response.url()).origin
    queue.push(...linksIn(await response.text(), origin).filter(worthReading))
  }
  return { addresses, missing: routes.map(({ pattern }) => pattern).filter((each) => !addresses.has(each)) }
}

/** Says to which page an address belongs; where several match, to the one with the fewest and narrowest parameters. */
function patternFinder(routes: Route[]): (address: string) => string | undefined {
  const written = new Set(routes.map(({ pattern }) => pattern))
  const dynamic = routes
    .filter(isDynamic)
    .sort((one, other) => Number(one.pattern.includes('[...')) - Number(other.pattern.includes('[...')))
    .map((route) => ({ pattern: route.pattern, matches: matcherOf(route) }))
  return (address) => {
    const path = address.split('?', 1)[0] as string
    return written.has(path) ? path : dynamic.find(({ matches }) => matches.test(path))?.pattern
  }
}

/** Lets an address through once, and a number of addresses of each page. */
function limited(patternOf: (address: string) => string | undefined): (address: string) => boolean {
  const known = new Set<string>()
  const tried = new Map<string, number>()
  return (address) => {
    const pattern = patternOf(address)
    if (pattern === undefined || known.has(address)) return false
    known.add(address)
    tried.set(pattern, (tried.get(pattern) ?? 0) + 1)
    return (tried.get(pattern) ?? 0) <= MAX_TRIED
  }
}

/** The addresses within this server that a page links to; of a list also its tabs, but not its other pages. */
function linksIn(html: string, origin: string): string[] {
  return [...html.matchAll(/href="([^"#]*)/g)]
    .map(([, link]) => (link as string).replaceAll('&amp;', '&'))
    .map((link) => (link.startsWith(origin) ? link.slice(origin.length) : link))
    .filter((link) => link.startsWith('/'))
    .filter((link) => !/^\/_next|\/export(\?|$)|starting_after|ending_before|sort=/.test(link))
}
