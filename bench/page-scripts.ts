import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Figure } from '#bench/scenarios/scenario.ts'

/** The paths of scripts, and the bytes of each, compressed. */
type Scripts = ReadonlyMap<string, number>

/** The scripts that a page loads at once: those that its HTML names. */
export async function pageScripts(url: string, headers: Record<string, string> = {}): Promise<Scripts> {
  const page = await fetch(url, { headers })
  if (page.status !== 200) throw new Error(`${url} responds with ${page.status}.`)
  // Scripts for browsers without modules are loaded by none that the dashboard supports.
  const tags = ((await page.text()).match(/<(?:script|link)\b[^>]*>/g) ?? []).filter(
    (tag) => !/nomodule/i.test(tag),
  )
  const sources = new Set(tags.flatMap((tag) => /\b(?:src|href)="([^"?]+\.js)["?]/.exec(tag)?.[1] ?? []))
  const scripts = new Map<string, number>()
  for (const source of sources) {
    const script = await fetch(new URL(source, url))
    scripts.set(source, gzipSync(Buffer.from(await script.arrayBuffer())).byteLength)
  }
  return scripts
}

export async function scriptBytes(url: string, headers: Record<string, string> = {}): Promise<number> {
  return bytesOf(await pageScripts(url, headers))
}

/** The scripts of Next and React in a build, which every page of the App Router loads. */
export function frameworkScripts(build: string): Set<string> {
  const manifest = JSON.parse(readFileSync(join(build, 'build-manifest.json'), 'utf8')) as {
    rootMainFiles: string[]
  }
  return new Set(manifest.rootMainFiles.map((file) => `/_next/${file}`))
}

/**
 * What pages load in all, what of it is the framework, which a browser loads once for all of them, and what is left for
 * each. A page that loads none of the framework has no further line.
 */
export function weightsOf(pages: Record<string, Scripts>, framework: ReadonlySet<string>): Figure[] {
  const all = Object.entries(pages)
  const weights = all.map(([name, scripts]) => ({
    name,
    shared: bytesOf(new Map([...scripts].filter(([path]) => framework.has(path)))),
    whole: bytesOf(scripts),
  }))
  const withIt = weights.filter(({ shared }) => shared > 0)
  const [first] = withIt
  if (withIt.some(({ shared }) => shared !== first?.shared))
    throw new Error('The pages load different parts of the framework.')
  const figure = (what: string, bytes: number): Figure => ({
    what: `scripts of ${what}, gzip`,
    value: bytes / 1024,
    unit: 'KB',
  })
  return [
    ...weights.map(({ name, whole }) => figure(`the ${name} page`, whole)),
    ...(first ? [figure('Next and React, shared by all pages of the dashboard', first.shared)] : []),
    ...withIt.map(({ name, shared, whole }) =>
      figure(`the ${name} page without Next and React`, whole - shared),
    ),
  ]
}

function bytesOf(scripts: Scripts): number {
  return [...scripts.values()].reduce((sum, bytes) => sum + bytes, 0)
}
