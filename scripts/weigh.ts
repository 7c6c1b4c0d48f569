/**
 * What there is to hold in mind: `npm run weigh`. Counts files, names, imports and decisions, so that a restructuring can
 * be compared with the state before it. `--list` names what was counted.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { LAYERS } from './layers.ts'

type File = { path: string; text: string; lines: number; isTest: boolean; source: ts.SourceFile }
type Measure = { what: string; value: string; list?: string[] }

const SMALL_LINES = 30
/** A name that Next gives to the files of a route says nothing about what they hold. */
const ROUTE_FILES = /^app\//

const isTest = (path: string) => /\.test\.tsx?$|^lib\/testing\/|^e2e\//.test(path)

const files = tracked('*.ts', '*.tsx', '*.mjs').map((path): File => {
  const text = readFileSync(path, 'utf8')
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
  return { path, text, source, lines: text.split('\n').length - 1, isTest: isTest(path) }
})
const code = files.filter((file) => !file.isTest && /^(app|components|lib|scripts)\//.test(file.path))
const importsOf = new Map(code.map((file) => [file.path, imported(file)]))

if (import.meta.main)
  for (const { what, value, list = [] } of [
    size(),
    repeatedNames(),
    spreads(),
    loosePipeline(),
    { what: 'layers', value: String(LAYERS.length) },
    pairs('pairs of lib folders that import each other', (path) => /^lib\/([^/]+)\//.exec(path)?.[1]),
    pairs('pairs of resources that import each other', (path) => /^lib\/domain\/([^/]+)\//.exec(path)?.[1]),
    circles(),
    smallFiles(),
    decisions(),
  ]) {
    console.log(`${what}: ${value}`)
    if (process.argv.includes('--list')) for (const line of list) console.log(`  ${line}`)
  }

function tracked(...patterns: string[]): string[] {
  return execFileSync('git', ['ls-files', ...patterns], { encoding: 'utf8' })
    .split('\n')
    .filter(Boolean)
}

function size(): Measure {
  const bytes = tracked('app', 'components', 'lib', 'scripts')
    .filter((path) => !isTest(path))
    .map((path) => readFileSync(path).length)
  const kilobytes = Math.round(bytes.reduce((sum, one) => sum + one, 0) / 1024)
  return {
    what: 'files; KB (app, components, lib, scripts, without tests)',
    value: `${bytes.length}; ${kilobytes}`,
  }
}

/** The files of the repository that a file imports. */
function imported({ path, source }: File): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return []
    const named = statement.moduleSpecifier
    if (!named || !ts.isStringLiteral(named)) return []
    if (named.text.startsWith('#')) return [named.text.slice(1)]
    return named.text.startsWith('./') ? [join(dirname(path), named.text)] : []
  })
}

function exportedNames({ source }: File): string[] {
  return source.statements.flatMap((statement) => {
    if (!ts.canHaveModifiers(statement)) return []
    if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return []
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText())
    const name = ts.getNameOfDeclaration(statement as ts.DeclarationStatement)
    return name ? [name.getText()] : []
  })
}

function repeatedNames(): Measure {
  const places = new Map<string, Set<string>>()
  for (const file of code.filter(({ path }) => !ROUTE_FILES.test(path)))
    for (const name of exportedNames(file)) places.set(name, (places.get(name) ?? new Set()).add(file.path))
  const list = [...places].filter(([, where]) => where.size > 1)
  return {
    what: 'exported names that stand in two files',
    value: String(list.length),
    list: list.map(([name, where]) => `${name}: ${[...where].join(', ')}`),
  }
}

/** Spreads of a literal into a literal, which only change how the formatter breaks lines. */
export function literalSpreads(source: ts.SourceFile): ts.Node[] {
  const found: ts.Node[] = []
  const visit = (node: ts.Node) => {
    const isProperty = ts.isSpreadAssignment(node) && ts.isObjectLiteralExpression(node.expression)
    const isElement = ts.isSpreadElement(node) && ts.isArrayLiteralExpression(node.expression)
    if (isProperty || isElement) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function spreads(): Measure {
  const list = files.flatMap(({ path, source }) =>
    literalSpreads(source).map(
      (node) => `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`,
    ),
  )
  return { what: 'spreads that fool the formatter', value: String(list.length), list }
}

function loosePipeline(): Measure {
  const pipeline = code.filter(({ path }) => path.startsWith('lib/pipeline/'))
  const lines = pipeline.reduce((sum, file) => sum + file.lines, 0)
  let casts = 0
  for (const { source } of pipeline) {
    const visit = (node: ts.Node) => {
      if (ts.isAsExpression(node) && node.type.getText() !== 'const') casts += 1
      ts.forEachChild(node, visit)
    }
    visit(source)
  }
  const records = pipeline.reduce(
    (sum, { text }) => sum + text.split('Record<string, unknown>').length - 1,
    0,
  )
  const per = (count: number) => ((count / lines) * 1000).toFixed(1)
  return {
    what: 'casts; Record<string, unknown> per 1,000 lines of lib/pipeline',
    value: `${per(casts)}; ${per(records)}`,
  }
}

function pairs(what: string, folderOf: (path: string) => string | undefined): Measure {
  const between = new Map<string, Set<string>>()
  for (const [path, imports] of importsOf)
    for (const other of imports) {
      const [from, to] = [folderOf(path), folderOf(other)]
      if (from && to && from !== to) between.set(from, (between.get(from) ?? new Set()).add(to))
    }
  const list = [...between].flatMap(([one, others]) =>
    [...others]
      .filter((other) => one < other && between.get(other)?.has(one))
      .map((other) => `${one} and ${other}`),
  )
  return { what, value: String(list.length), list }
}

/** Groups of files that import each other, directly or through others (Tarjan). */
function circles(): Measure {
  const index = new Map<string, number>()
  const low = new Map<string, number>()
  const stack: string[] = []
  const list: string[] = []
  const walk = (path: string) => {
    index.set(path, index.size)
    low.set(path, index.size - 1)
    stack.push(path)
    for (const next of importsOf.get(path) ?? []) {
      if (!importsOf.has(next)) continue
      if (!index.has(next)) walk(next)
      if (stack.includes(next)) low.set(path, Math.min(low.get(path) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(path) !== index.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) list.push(group.join(', '))
  }
  for (const path of importsOf.keys()) if (!index.has(path)) walk(path)
  return { what: 'circles of files', value: String(list.length), list }
}

function smallFiles(): Measure {
  const importers = new Map<string, number>()
  for (const imports of importsOf.values())
    for (const path of new Set(imports)) importers.set(path, (importers.get(path) ?? 0) + 1)
  const list = code
    .filter(({ path, lines }) => lines <= SMALL_LINES && importers.get(path) === 1)
    .map(({ path, lines }) => `${path} (${lines})`)
  return {
    what: `files of ${SMALL_LINES} lines or fewer with a single importer`,
    value: String(list.length),
    list,
  }
}

function decisions(): Measure {
  const paths = tracked('docs/decisions/*.md').filter((path) => /\/\d{4}-/.test(path))
  const words = paths.reduce((sum, path) => sum + readFileSync(path, 'utf8').split(/\s+/).length, 0)
  return { what: 'decisions; words in them', value: `${paths.length}; ${words}` }
}
