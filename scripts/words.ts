/**
 * Checks words: `node scripts/words.ts`. In what people read it checks string literals, templates and the text of JSX;
 * everywhere it checks comments and the titles of tests. Names, imports and types are exempt. Of other files it checks the
 * lines: the settings, the changelog, the manual, and the description of the package.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** The banned words, and what to write instead. */
const BANNED: { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(the|an) interface\b/i, instead: 'API' },
  { pattern: /\banswer(s|ed|ing)?\b/i, instead: 'response, or respond' },
  {
    pattern: /\b(?<!staff )members? (of|that|named|with)\b|\b(unknown|each|the) members?\b/i,
    instead: 'field or property',
  },
  { pattern: /\bheader fields?\b/i, instead: 'header' },
  { pattern: /\bmoments?\b/i, instead: 'timestamp, or a time' },
  { pattern: /\brefus(al|als|es|ed)\b/i, instead: 'error, rejected or failed' },
  { pattern: /\bprograms?\b/i, instead: 'app' },
  { pattern: /\b(the|this) house\b/i, instead: 'server, platform or Counterfoil' },
  { pattern: /\bin force\b/i, instead: 'active' },
  { pattern: /\blapses?\b/i, instead: 'expires' },
  { pattern: /\b(take|takes|taken|took) back\b/i, instead: 'withdraw or reverse' },
  { pattern: /\b(give|gives|given|gave) back\b/i, instead: 'refund or return' },
  { pattern: /\banew\b/i, instead: 'again' },
  { pattern: /\bby hand\b/i, instead: 'manually, or nothing' },
  { pattern: /\bsomebody\b/i, instead: 'someone, or the person: customer, payer, owner' },
  { pattern: /\bnobody\b/i, instead: 'no one, or the person' },
  { pattern: /\bwhoever\b/i, instead: 'anyone who, or the person' },
  { pattern: /\banybody\b/i, instead: 'anyone, or the person' },
  { pattern: /(?<![-\w])(?<!night )desks?\b(?![-:\w])/i, instead: 'server, dashboard or instance' },
  { pattern: /\bletters? (to|about)\b/i, instead: 'email' },
  { pattern: /\bpapers\b/i, instead: 'documents, or the documents of the bill' },
  { pattern: /\b(is|are|was|were|been) asked to\b/i, instead: 'requested, or the verb itself' },
  { pattern: /\bwhat wait(s|ed)\b/i, instead: 'pending requests, queued deliveries or requests' },
  { pattern: /\bin vain\b/i, instead: 'failed' },
  { pattern: /^asked_by$/, instead: 'requested_by' },
  { pattern: /\bwhat is asked\b|\bwhat (became|came) of\b/i, instead: 'request, status or result' },
]

/** Texts without code: a line that begins with # in settings, every line of the others. */
const PROSE = ['.env.example', ...globSync(['*.md', 'docs/**/*.md', 'components/**/*.mdx'])]

const FILES = '{app,bin,components,lib,scripts/command-line}/**/*.{ts,tsx,mjs}'

/** Tests, and code that is generated. */
const NOT_READ = ['**/*.test.{ts,tsx}', 'lib/{generated,testing}/**']

/** Where developers read comments and the titles of tests. */
const COMMENTED = ['{app,bench,bin,components,e2e,lib,prisma,scripts}/**/*.{ts,tsx,mjs,css,prisma}', '*.ts']

/** Code that is generated, and the examples of this check. */
const NOT_COMMENTED = ['lib/generated/**', 'next-env.d.ts', 'scripts/words.ts', 'scripts/words.test.ts']

/** Allowed texts, each with its reason. */
const ALLOWED: { file: string; text: RegExp; reason: string }[] = [
  {
    file: 'lib/webhooks/failure-messages.ts',
    text: /connection was refused/,
    reason: 'The name that TCP gives to it.',
  },
  { file: 'lib/oauth/consent-screen.ts', text: /^a moment ago$/, reason: 'How people say it.' },
  {
    file: 'lib/domain/api-keys/schema/key-scopes.ts',
    text: /answer questions/,
    reason: 'Questions have answers.',
  },
]

/** Comments about a literal executable, which is a program. */
const EXECUTABLES = [
  'lib/api-docs/guide-samples.db.test.ts',
  'lib/storage/preview/program.ts',
  'scripts/database.db.test.ts',
  'scripts/postgres/postmaster.ts',
  'scripts/refused-starts.db.test.ts',
  'scripts/script-runner.test.ts',
]

/** One sentence for each banned word in a text of the file. */
export function bannedWords(file: string, source: string): string[] {
  const tree = parse(file, source)
  const complaints: string[] = []
  function visit(node: ts.Node): void {
    if (isUnread(node)) return
    const text = textOf(node)
    if (text !== null && (isSentence(text) || isColumn(text))) {
      const found = BANNED.find(({ pattern }) => pattern.test(text))
      const allowed = ALLOWED.some((one) => one.file === file && one.text.test(text))
      if (found && !allowed) {
        const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
        const word = found.pattern.exec(text)?.[0] ?? ''
        complaints.push(`${file}:${line} says "${word}"; write ${found.instead}: ${shortened(text)}`)
      }
    }
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return complaints
}

/** One sentence for each comment of the file, and each title of a test, with a banned word. */
export function bannedInComments(file: string, source: string): string[] {
  const found = /\.(css|prisma)$/.test(file) ? commentsOfText(source) : commentsOfCode(parse(file, source))
  return found.flatMap(({ at, text }) => {
    const prose = text.replace(/`[^`]*`|@param \S+|[\w/.[\]()-]+\.(ts|tsx|mjs|md|css)\b/g, '…')
    const banned = BANNED.find(({ pattern }) => pattern.test(prose))
    const word = banned?.pattern.exec(prose)?.[0] ?? ''
    if (!banned || (/^programs?$/i.test(word) && EXECUTABLES.includes(file))) return []
    const line = source.slice(0, at).split('\n').length
    return [
      `${file}:${line} says "${word}" in a comment or title; write ${banned.instead}: ${shortened(text)}`,
    ]
  })
}

/** One sentence for each line of a file of prose with a banned word. Names in backticks, links and ids are exempt. */
export function bannedInProse(file: string, source: string): string[] {
  return source.split('\n').flatMap((line, at) => {
    if (file.endsWith('.example') && !line.startsWith('#')) return []
    // In a guide, code is what is imported, exported or indented: people read its strings and elements only.
    const isCode = file.endsWith('.mdx') && /^( |import |export )/.test(line)
    const read = isCode ? [...line.matchAll(/'[^']*'|"[^"]*"|>[^<>{}]+</g)].join(' ') : line
    const prose = read.replace(/`[^`]*`|\]\([^)]*\)|\b(id|href|name)="[^"]*"/g, '…')
    const found = BANNED.find(({ pattern }) => pattern.test(prose))
    const allowed = ALLOWED.some((one) => one.file === file && one.text.test(line))
    if (!found || allowed) return []
    const word = found.pattern.exec(prose)?.[0] ?? ''
    return [`${file}:${at + 1} says "${word}"; write ${found.instead}: ${shortened(line)}`]
  })
}

type Comment = { at: number; text: string }

function commentsOfText(source: string): Comment[] {
  return [...source.matchAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm)].map(({ index, 0: text }) => ({
    at: index,
    text,
  }))
}

/** Comments in front of each token and behind it, and the titles of tests. */
function commentsOfCode(tree: ts.SourceFile): Comment[] {
  const found = new Map<number, string>()
  const { text } = tree
  function visit(node: ts.Node): void {
    if (ts.isJsxText(node)) return
    const title = titleOf(node)
    if (title) found.set(title.getStart(tree), title.getText(tree).slice(1, -1))
    const parts = node.getChildren(tree)
    if (parts.length === 0) {
      const behind = isBeforeJsxText(node) ? [] : (ts.getTrailingCommentRanges(text, node.end) ?? [])
      for (const { pos, end } of [...(ts.getLeadingCommentRanges(text, node.pos) ?? []), ...behind])
        found.set(pos, text.slice(pos, end))
    }
    for (const part of parts) visit(part)
  }
  visit(tree)
  return [...found].map(([at, comment]) => ({ at, text: comment }))
}

/** After the end of a tag or of braces the text of the page may begin, which can look like a comment. */
function isBeforeJsxText({ kind, parent }: ts.Node): boolean {
  if (kind === ts.SyntaxKind.CloseBraceToken) return ts.isJsxExpression(parent)
  return kind === ts.SyntaxKind.GreaterThanToken && /^Jsx/.test(ts.SyntaxKind[parent.kind])
}

function titleOf(node: ts.Node): ts.Expression | undefined {
  if (!ts.isCallExpression(node) || !/^(it|test|describe)\b/.test(node.expression.getText())) return undefined
  const [title] = node.arguments
  return title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title)) ? title : undefined
}

function parse(file: string, source: string): ts.SourceFile {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  return ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
}

/** Imports, types, keys of objects, class names and thrown faults of the code itself are not read by people. */
function isUnread(node: ts.Node): boolean {
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isTypeNode(node)) return true
  if (ts.isJsxAttribute(node))
    return /^(className|href|id|key|htmlFor|name|data-\w+)$/.test(node.name.getText())
  return ts.isNewExpression(node) && node.expression.getText() === 'Error'
}

function textOf(node: ts.Node): string | null {
  if (ts.isJsxText(node) || ts.isStringLiteralLike(node)) return node.text
  if (ts.isTemplateExpression(node))
    return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('…')
  return null
}

/** Two words at least, and neither SQL nor code. */
function isSentence(text: string): boolean {
  return (
    /[a-z] +[a-z]/i.test(text) && !/^\s*[A-Z]{3,}\s|\b(SELECT|UPDATE|FROM|WHERE)\b|=>|[{};]\n|=\$/.test(text)
  )
}

/** A name that people read as the head of a column. */
function isColumn(text: string): boolean {
  return /^[a-z]+_[a-z_]+$/.test(text)
}

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

if (import.meta.main) {
  const files = globSync(FILES, { exclude: NOT_READ })
  const commented = globSync(COMMENTED, { exclude: NOT_COMMENTED })
  const complaints = [
    ...files.flatMap((file) => bannedWords(file, readFileSync(file, 'utf8'))),
    ...commented.flatMap((file) => bannedInComments(file, readFileSync(file, 'utf8'))),
    ...globSync(PROSE).flatMap((file) => bannedInProse(file, readFileSync(file, 'utf8'))),
    ...bannedInProse('package.json', JSON.parse(readFileSync('package.json', 'utf8')).description),
  ]
  for (const complaint of complaints) console.error(complaint)
  console.log(
    `${files.length} files of texts, ${commented.length} of comments, ${complaints.length} banned words.`,
  )
  process.exitCode = complaints.length ? 1 : 0
}
