import { globSync, readdirSync } from 'node:fs'
import findMyWay from 'find-my-way'
import { applicationFile } from '#lib/process/application-files.ts'

/** The pattern of a path for which there is no route. */
export const UNKNOWN = 'unknown'

/** The pattern of a path under /v1 and /v2, once their table is loaded. */
type ApiPattern = (path: string) => string | undefined

/**
 * Names the route of a path by its pattern, as `/payments/:id`: a closed list, so that neither an ID nor a token of a link
 * gets into logs and metrics.
 * @param apiPattern of the routes of the API, which its own table knows
 * @param folder of the routes of Next, whose names are patterns
 */
export function routePatterns(apiPattern: ApiPattern, folder = 'app'): (path: string) => string {
  const table = findMyWay({ maxParamLength: Number.MAX_SAFE_INTEGER, ignoreTrailingSlash: true })
  const known = new Set<string>()
  const add = (path: string, pattern = path) => {
    if (known.has(path)) return
    known.add(path)
    table.on('GET', path, () => undefined, pattern)
  }
  for (const file of globSync([
    `${folder}/**/{page,route}.{ts,tsx}`,
    `${folder}/**/.well-known/**/route.ts`,
  ])) {
    const pattern = patternOfFile(file.slice(folder.length))
    // Optional segments are a route without them, too.
    if (pattern.endsWith('/**')) add(pattern.slice(0, -3) || '/')
    add(pattern.replace(/\/\*+$/, '/*'))
  }
  add('/_next/*')
  for (const file of publicFiles()) add(`/${file}`)
  return (path) => {
    if (/^\/v[12](\/|$)/.test(path)) return apiPattern(path) ?? UNKNOWN
    if (!path.startsWith('/')) return UNKNOWN
    return (table.find('GET', path)?.store as string | undefined) ?? UNKNOWN
  }
}

/** `/(dashboard)/payments/[id]/page.tsx` is `/payments/:id`; `[...list]` is `*` and `[[...path]]` is `**`. */
function patternOfFile(file: string): string {
  const segments = file
    .split('/')
    .slice(1, -1)
    .filter((segment) => !/^\(.*\)$/.test(segment))
    .map((segment) =>
      segment
        .replace(/^\[\[\.\.\..*\]\]$/, '**')
        .replace(/^\[\.\.\..*\]$/, '*')
        .replace(/^\[(.*)\]$/, ':$1'),
    )
  return `/${segments.join('/')}`
}

function publicFiles(): string[] {
  try {
    return readdirSync(applicationFile('public'), { withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name }) => name)
  } catch {
    return []
  }
}
