/**
 * Checks who may import whom: `node scripts/layers.ts`. The rules are those of ARCHITECTURE.md. Across folders an
 * import begins with `#`, inside a folder with `./`; nothing climbs with `../`.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/** Files are matched by path, packages by `npm/` and their name, Node's own modules by `node/` and theirs. */
type Layer = { name: string; files: string[]; may: string[]; never?: string[]; mayTypes?: string[] }

/** What may import everything: tests, and scripts. */
const FREE = [
  '**/*.test.{ts,tsx}',
  'lib/testing/**',
  'e2e/**',
  'bench/**',
  'scripts/**',
  'prisma/**',
  '*.config.{ts,mjs}',
]

/** Without identity: amounts and times, the grammar of lists, messages, and the permissions. */
const VALUES = ['lib/{values,filters,messages}/**', 'lib/pipeline/error-reasons.ts']
/** Files that come from outside, and the texts of the documentation. */
const FORMATS = ['lib/{bank-files,table-files,api-docs}/**']
const SCHEMAS = [...VALUES, 'lib/domain/*/schema.ts', 'lib/domain/*/schema/**', 'lib/bank-files/limits.ts']
const RULES = [...SCHEMAS, 'lib/domain/*/rules.ts', 'lib/pipeline/errors.ts']
/** Where the application is installed. */
const PLACES = 'lib/process/application-files.ts'
/** What has a transaction or its rows already. */
const SQL = ['lib/database/{conditions,query,transact}.ts']
const DATABASE = ['npm/pg', 'npm/@prisma/*', 'lib/generated/**', 'lib/database/client.ts']
const OUTSIDE = ['npm/**', 'node/**']
const WEB = ['npm/react', 'npm/react-dom', 'npm/next', 'npm/next-auth', 'npm/@fontsource*/*']
const DRAWING = [
  'npm/@base-ui/*',
  'npm/d3-{scale,shape}',
  'npm/lucide-react',
  'npm/qrcode',
  'npm/react-hook-form',
  'npm/@tanstack/*',
  'npm/@simplewebauthn/browser',
]
/** What holds rows of its own resource alone: another layer calls the operation. */
const INNER = ['lib/domain/*/{rules,find}.ts']

/** Every source file that is not free falls in the first layer that matches it. */
export const LAYERS: Layer[] = [
  {
    name: 'a value or a format',
    files: [...VALUES, ...FORMATS],
    may: [...VALUES, ...FORMATS, PLACES, ...OUTSIDE],
    never: [...DATABASE, ...WEB, ...DRAWING],
  },
  {
    name: 'a schema or a rule',
    files: ['lib/domain/*/{schema,rules}.ts', 'lib/domain/*/schema/**'],
    may: [...RULES, 'lib/ports/{acquirer-protocol,gateway-records}.ts', 'npm/zod'],
  },
  {
    name: 'an operation',
    files: ['lib/{domain,ledger,counters}/**'],
    may: [
      ...RULES,
      ...FORMATS,
      ...SQL,
      'lib/{domain,ledger,counters,ports}/**',
      'lib/pipeline/{another-transaction,operation,input}.ts',
      'lib/process/availability.ts',
      'npm/zod',
      'npm/@simplewebauthn/server',
    ],
    mayTypes: ['lib/generated/**'],
  },
  {
    name: 'the pipeline',
    files: ['lib/pipeline/**'],
    may: [
      ...VALUES,
      ...SQL,
      'lib/{pipeline,counters}/**',
      'lib/database/heartbeat.ts',
      'lib/process/{availability,redact}.ts',
      'lib/metrics/observer.ts',
      'npm/zod',
      'node/**',
    ],
    mayTypes: ['lib/ports/**', 'lib/generated/**'],
  },
  {
    // On paper and in files, for pages and for jobs: no React, no database.
    name: 'what is printed',
    files: ['lib/print/**', 'lib/exports/{file.ts,columns/**}'],
    may: [
      ...SCHEMAS,
      'lib/pipeline/errors.ts',
      'lib/print/**',
      'lib/exports/columns/**',
      PLACES,
      'npm/{qrcode,bidi-js,pdfkit}',
      'node/**',
    ],
  },
  {
    name: 'a surface',
    files: ['lib/{surfaces,server}/**'],
    may: ['lib/**', ...OUTSIDE],
    never: [...DATABASE, ...INNER, 'lib/ledger/**'],
  },
  {
    name: 'the core',
    files: ['lib/**'],
    may: ['lib/**', ...OUTSIDE],
    never: ['lib/{surfaces,server}/**'],
  },
  {
    name: 'a component',
    files: ['components/**', 'mdx-components.tsx'],
    may: [
      ...SCHEMAS,
      ...WEB,
      ...DRAWING,
      'lib/{print,api-docs,exports/columns}/**',
      'components/**',
      'npm/zod',
    ],
    never: ['lib/print/pdf/**'],
  },
  {
    name: 'a route',
    files: ['app/**', 'proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
    may: [
      ...SCHEMAS,
      ...WEB,
      ...DRAWING,
      'lib/{domain,surfaces,auth,oauth,print,api-docs,exports}/**',
      'lib/process/{env,log,outage}.ts',
      'lib/http/stylesheet.ts',
      'lib/acquirer/instruments.ts',
      '{components,app}/**',
      'npm/zod',
    ],
    never: INNER,
    // A page that is drawn from an operation names its type.
    mayTypes: ['lib/pipeline/operation.ts'],
  },
]

/** The layer that translates protocols has no SQL: it calls an operation, or lib/auth for the caller. */
export function sqlInSurface(file: string, source: string): string[] {
  if (!matchesGlob(file, 'lib/surfaces/**') || file.includes('.test.')) return []
  const found = /\b(?:SELECT\s[^'"]*\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\s/.exec(source)
  return found ? [`${file} holds SQL: ${found[0].replace(/\s+/g, ' ').slice(0, 40)}…`] : []
}

/** One sentence for each import that the table does not allow. */
export function forbiddenImports(file: string, source: string): string[] {
  if (matches(file, FREE)) return importsOf(source).flatMap(({ specifier }) => climbing(file, specifier))
  const layer = LAYERS.find(({ files }) => matches(file, files))
  if (!layer) return [`${file} falls in no layer of scripts/layers.ts.`]
  return importsOf(source).flatMap(({ specifier, typeOnly }) => {
    if (specifier.startsWith('../')) return climbing(file, specifier)
    const target = targetOf(file, specifier)
    const allowed = matches(target, layer.may) && !matches(target, layer.never ?? [])
    if (allowed || (typeOnly && matches(target, layer.mayTypes ?? []))) return []
    return [`${file} imports ${specifier}, which ${layer.name} may not.`]
  })
}

function climbing(file: string, specifier: string): string[] {
  return specifier.startsWith('../')
    ? [`${file} climbs to ${specifier}; across folders an import begins with #.`]
    : []
}

/** Static, bare and dynamic imports and re-exports, as the formatter writes them. */
function importsOf(source: string): { specifier: string; typeOnly: boolean }[] {
  const pattern =
    /^(?:import|export)\s+(type\s+)?[\w*{][^'"`;=()]*?\sfrom\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)/gm
  return [...source.matchAll(pattern)].map(([, typed, from, bare, dynamic]) => ({
    specifier: from ?? bare ?? dynamic ?? '',
    typeOnly: typed !== undefined,
  }))
}

function targetOf(file: string, specifier: string): string {
  if (specifier.startsWith('#')) return specifier.slice(1)
  if (specifier.startsWith('.')) return join(dirname(file), specifier)
  if (specifier.startsWith('node:')) return specifier.replace(':', '/')
  const names = specifier.startsWith('@') ? 2 : 1
  return `npm/${specifier.split('/').slice(0, names).join('/')}`
}

function matches(path: string, patterns: string[]): boolean {
  return patterns.some((pattern) => matchesGlob(path, pattern))
}

if (import.meta.main) {
  const files = globSync('{*.{ts,tsx,mjs},{app,components,lib,prisma,scripts,e2e,bench}/**/*.{ts,tsx,mdx}}', {
    exclude: ['lib/generated/**', 'next-env.d.ts'],
  })
  const complaints = files.flatMap((file) => {
    const source = readFileSync(file, 'utf8')
    return [...forbiddenImports(file, source), ...sqlInSurface(file, source)]
  })
  for (const complaint of complaints) console.error(complaint)
  console.log(`${files.length} files, ${complaints.length} complaints.`)
  process.exitCode = complaints.length ? 1 : 0
}
