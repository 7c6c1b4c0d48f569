/**
 * Checks who may import whom: `node scripts/layers.ts`. The rules are those of ARCHITECTURE.md. Across folders an
 * import begins with `#`, inside a folder with `./`; nothing climbs with `../`.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, matchesGlob } from 'node:path'

/** Files are matched by path, packages by `npm/` and their name, Node's own modules by `node/` and theirs. */
type Layer = { name: string; files: string[]; may: string[]; never?: string[]; mayTypes?: string[] }

const VALUES = [
  'lib/values/**',
  'npm/zod',
  'npm/libphonenumber-js',
  'npm/to-words',
  'npm/ipaddr.js',
  'npm/otpauth',
]
/** The grammar of lists: filters, periods, spoken times, pages. */
const FILTERS = [...VALUES, 'lib/filters/**']
const SCHEMAS = [
  ...FILTERS,
  'lib/domain/*/schema.ts',
  'lib/domain/*/schema/**',
  'lib/permissions.ts',
  'lib/bank-files/limits.ts',
]
const RULES = [...SCHEMAS, 'lib/pipeline/{errors,error-reasons}.ts', 'lib/domain/*/rules.ts']
const OPERATIONS = [
  ...RULES,
  'lib/pipeline/{another-transaction,availability,operation,input,insert,transact}.ts',
  'lib/domain/**',
  'lib/{ledger,counters}/**',
  'lib/query.ts',
]
const SURFACES = ['lib/surfaces/**', 'lib/auth/**', 'lib/oauth/**']
const WEB = ['npm/react', 'npm/react-dom', 'npm/next', 'npm/next-auth', 'npm/@fontsource*/*']
/** The messages of payers' pages. */
const WORDS = ['lib/messages/**']
const FORMS = ['npm/react-hook-form', 'npm/@tanstack/*']
const DRAWING = ['npm/@base-ui/*', 'npm/lucide-react', 'npm/qrcode', ...FORMS]
const DATABASE = ['npm/pg', 'npm/@prisma/*', 'lib/generated/**', 'lib/db.ts']
const OUTSIDE = ['npm/**', 'node/**']

const COLUMNS = [
  'components/*/{csv-columns,*-csv-columns}.ts',
  'components/balance/month-columns.ts',
  'components/shared/creator-text.ts',
  'components/refunds/entered-fields.ts',
]

/** Every source file falls in the first layer that matches it. */
export const LAYERS: Layer[] = [
  { name: 'a test', files: ['**/*.test.{ts,tsx}', 'lib/testing/**', 'e2e/**', 'bench/**'], may: ['**'] },
  { name: 'a value', files: ['lib/values/**'], may: [...VALUES, 'node/crypto'] },
  { name: 'a filter', files: ['lib/filters/**'], may: FILTERS },
  { name: 'a schema', files: ['lib/domain/*/schema.ts', 'lib/domain/*/schema/**'], may: SCHEMAS },
  { name: 'a rule', files: ['lib/domain/*/rules.ts'], may: RULES },
  {
    name: 'an operation',
    files: ['lib/domain/**'],
    // The pages of the documentation are texts, which search finds beside the records.
    may: [
      ...OPERATIONS,
      'lib/storage/port.ts',
      'lib/acquirer/port.ts',
      'lib/mail/port.ts',
      'npm/@simplewebauthn/server',
      'lib/{bank,table}-files/**',
      // The SQL that queues events.
      'lib/webhooks/deliveries.ts',
      'lib/api-docs/{doc-pages,tool-guides}.ts',
      // Of the emails to payers.
      ...WORDS,
    ],
    mayTypes: ['lib/generated/**'],
  },
  {
    name: 'the ledger and the counters',
    files: ['lib/{ledger,counters}/**'],
    may: OPERATIONS,
    mayTypes: ['lib/generated/**'],
  },
  {
    name: 'an acquirer',
    files: ['lib/acquirer/**'],
    may: [...VALUES, 'lib/pipeline/{errors,error-reasons}.ts', 'lib/acquirer/**', 'lib/query.ts', 'node/**'],
  },
  {
    name: 'a table file',
    files: ['lib/table-files/**'],
    may: ['lib/table-files/**', 'npm/csv-parse', 'npm/fast-xml-parser', 'npm/fflate'],
  },
  {
    name: 'a bank file',
    files: ['lib/bank-files/**'],
    may: [...VALUES, 'lib/{bank,table}-files/**', 'npm/fast-xml-parser', 'node/**'],
  },
  {
    name: 'a surface',
    files: ['lib/surfaces/**'],
    may: [
      ...SCHEMAS,
      ...SURFACES,
      ...WORDS,
      'lib/*.ts',
      'lib/pipeline/**',
      'lib/{storage,print,api-docs,bank-files,table-files}/**',
      'lib/exports/file.ts',
      'lib/domain/operations.ts',
      'lib/domain/approvals/run.ts',
      ...OUTSIDE,
    ],
    never: DATABASE,
  },
  {
    name: 'the API documentation',
    files: ['lib/api-docs/**'],
    // The last two are in code samples of the guides, which are strings here.
    may: [
      ...VALUES,
      'lib/pipeline/error-reasons.ts',
      'lib/api-docs/**',
      'node/http',
      'npm/@modelcontextprotocol/sdk',
    ],
  },
  {
    name: 'a PDF',
    files: ['lib/print/pdf/**'],
    may: [
      ...SCHEMAS,
      ...WORDS,
      'lib/pipeline/{errors,error-reasons}.ts',
      'lib/print/**',
      'npm/bidi-js',
      'npm/pdfkit',
      'node/**',
    ],
  },
  {
    name: 'what is printed',
    files: ['lib/print/**'],
    may: [...SCHEMAS, ...WORDS, 'lib/print/*.ts', 'npm/qrcode'],
  },
  { name: 'the messages', files: WORDS, may: [...VALUES, ...WORDS, 'npm/use-intl'] },
  {
    // The worker writes them, so what a column has of a row is declared without React.
    name: 'the columns of a file',
    files: COLUMNS,
    may: [...SCHEMAS, ...COLUMNS],
    mayTypes: ['npm/react', 'components/ui/data-table.tsx'],
  },
  {
    name: 'an exported file',
    files: ['lib/exports/**'],
    may: ['lib/**', ...COLUMNS, ...OUTSIDE],
    never: ['lib/surfaces/**'],
  },
  {
    name: 'the pipeline',
    files: ['lib/pipeline/**'],
    may: [
      ...FILTERS,
      'lib/pipeline/**',
      'lib/counters/**',
      'lib/{heartbeat,permissions,query,redact}.ts',
      'node/**',
    ],
    // The ports that its runtime has.
    mayTypes: ['lib/{acquirer,mail,storage}/port.ts', 'lib/jobs/names.ts', 'lib/generated/**'],
  },
  {
    name: 'the core',
    files: ['lib/*.ts', 'lib/{auth,oauth,jobs,mail,storage,webhooks}/**'],
    may: ['lib/**', ...OUTSIDE],
    never: ['lib/surfaces/**'],
  },
  {
    name: 'the server',
    files: ['lib/server/**'],
    may: ['lib/**', ...OUTSIDE],
    never: DATABASE,
  },
  {
    // Put on the pages of other nouns with nothing but their id, so it reads for itself, as a page does.
    name: 'a part of a page',
    files: ['components/documents/attached-documents.tsx'],
    may: [...SCHEMAS, ...SURFACES, ...WEB, ...DRAWING, 'lib/domain/**', '{components,app}/**'],
    never: ['lib/domain/*/rules.ts', 'lib/domain/*/find.ts'],
  },
  {
    name: 'a component',
    files: ['components/**', 'mdx-components.tsx'],
    may: [
      ...SCHEMAS,
      ...WEB,
      ...DRAWING,
      ...WORDS,
      'npm/@simplewebauthn/browser',
      'lib/{print,api-docs}/**',
      'components/**',
    ],
    never: ['lib/print/pdf/**'],
  },
  {
    name: 'a route',
    files: ['app/**', 'proxy.ts', 'instrumentation.ts', 'instrumentation-client.ts'],
    may: [
      ...SCHEMAS,
      ...SURFACES,
      ...WEB,
      ...DRAWING,
      ...WORDS,
      'lib/domain/**',
      'lib/{env,log,outage,stylesheet}.ts',
      'lib/{print,api-docs}/**',
      'lib/exports/{file,lists}.ts',
      'lib/acquirer/instruments.ts',
      '{components,app}/**',
    ],
    never: ['lib/domain/*/rules.ts', 'lib/domain/*/find.ts'],
    // A page that is drawn from an operation names its type.
    mayTypes: ['lib/pipeline/operation.ts'],
  },
  { name: 'a script', files: ['scripts/**', 'prisma/**', '*.config.{ts,mjs}'], may: ['**'] },
]

/** The layer that translates protocols has no SQL: it calls an operation, or lib/auth for the caller. */
export function sqlInSurface(file: string, source: string): string[] {
  if (!matchesGlob(file, 'lib/surfaces/**') || file.includes('.test.')) return []
  const found = /\b(?:SELECT\s[^'"]*\sFROM|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM)\s/.exec(source)
  return found ? [`${file} holds SQL: ${found[0].replace(/\s+/g, ' ').slice(0, 40)}…`] : []
}

/** One sentence for each import that the table does not allow. */
export function forbiddenImports(file: string, source: string): string[] {
  const layer = LAYERS.find(({ files }) => matches(file, files))
  if (!layer) return [`${file} falls in no layer of scripts/layers.ts.`]
  return importsOf(source).flatMap(({ specifier, typeOnly }) => {
    if (specifier.startsWith('../'))
      return [`${file} climbs to ${specifier}; across folders an import begins with #.`]
    const target = targetOf(file, specifier)
    const allowed = matches(target, layer.may) && !matches(target, layer.never ?? [])
    if (allowed || (typeOnly && matches(target, layer.mayTypes ?? []))) return []
    return [`${file} imports ${specifier}, which ${layer.name} may not.`]
  })
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
