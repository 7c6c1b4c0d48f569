/**
 * Checks words: `node scripts/words.ts`. In what people read it checks string literals, templates and the text of JSX;
 * everywhere it checks comments, the titles of tests and declared names. Imports and types are exempt. Of other files it checks the
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
  {
    pattern: /\brequires? the permission\b|^\s*you lack\b/i,
    instead: "You don't have permission to …, with the action and who can help",
  },
  { pattern: /\bwhat is asked\b|\bwhat (became|came) of\b/i, instead: 'request, status or result' },
]

/** Words that a name may not have, and what to write instead. Names in snake case are columns and fields: they stay. */
const BANNED_IN_NAMES: { word: RegExp; instead: string }[] = [
  { word: /\basked\b/, instead: 'request, requested, input or fields' },
  { word: /\banswer(s|ed)?\b/, instead: 'response, reply or result' },
  { word: /\bmembers?\b/, instead: 'field, property, entry or person' },
  { word: /\bseen\b/, instead: 'expected, found, shown or known' },
  { word: /\bends\b/, instead: 'expires, period, range or last' },
  { word: /\bheld\b/, instead: 'pending, reserved, blocked, authorized or available' },
  { word: /\bkept\b/, instead: 'stored, saved, retained or cached' },
  { word: /\bserved\b/, instead: 'available or server' },
  { word: /\btold\b/, instead: 'notified, reported or notifications' },
  { word: /\bin force\b/, instead: 'active' },
]

/** Fields of the API and of stored rows, which have these words as their names. */
const ALLOWED_NAMES: Record<string, string[]> = {
  'app/(dashboard)/customers/actions.ts': ['seen'],
  'bench/data/authorized.ts': ['answer'],
  'bench/servers/order-statement.ts': ['answer'],
  'lib/domain/bills/schema/labels.ts': ['kept'],
  'lib/domain/mails/list.ts': ['kept'],
  'components/bills/draft/draft.ts': ['ends'],
  'components/bills/draft/of-bill.ts': ['ends'],
  'components/checkout/receipt.tsx': ['held'],
  'components/customers/customer-form.tsx': ['seen'],
  'components/mails/mail-labels.ts': ['kept'],
  'e2e/api/client.test.ts': ['answer'],
  'e2e/api/customers.test.ts': ['answer'],
  'lib/acquirer/simulator-memory.ts': ['answer'],
  'lib/acquirer/simulator-rules.ts': ['answer'],
  'lib/acquirer/simulator.ts': ['answer'],
  'lib/domain/acquirers/payouts.db.test.ts': ['answer'],
  'lib/domain/acquirers/silent.db.test.ts': ['answer'],
  'lib/domain/audit/before-and-after.db.test.ts': ['seen'],
  'lib/domain/batches/check.ts': ['asked'],
  'lib/domain/customers/dashboard.db.test.ts': ['seen'],
  'lib/domain/customers/schema.ts': ['seen'],
  'lib/domain/notifications/staff-email.db.test.ts': ['told'],
  'lib/domain/roles/list.ts': ['members'],
  'lib/domain/roles/roles.db.test.ts': ['members'],
  'lib/domain/roles/schema.ts': ['members'],
  'lib/domain/wallets/fetch.ts': ['served'],
  'lib/domain/wallets/schema.ts': ['served'],
  'lib/domain/webhooks/list.ts': ['answer'],
  'lib/domain/webhooks/pages.db.test.ts': ['member', 'answer'],
  'lib/domain/webhooks/alert-email.ts': ['told'],
  'lib/jobs/cleanup-webhooks.ts': ['seen'],
  'lib/oauth/exchange.db.test.ts': ['kept'],
  'lib/oauth/flow.db.test.ts': ['members'],
  'lib/values/signatures/debug.test.ts': ['member'],
  'lib/values/signatures/diagnose-body.ts': ['member'],
}

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

/** One sentence for each name that the file declares with a banned word in it. */
export function bannedNames(file: string, source: string): string[] {
  const tree = parse(file, source)
  const complaints: string[] = []
  function visit(node: ts.Node): void {
    ts.forEachChild(node, visit)
    if (!isDeclaredName(node) || ALLOWED_NAMES[file]?.includes(node.text)) return
    if (/^[a-z\d]+(_[a-z\d]+)+$/.test(node.text)) return
    const words = wordsOf(node.text)
    const found = BANNED_IN_NAMES.find(({ word }) => word.test(words))
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1
    if (found) complaints.push(`${file}:${line} declares \`${node.text}\`; write ${found.instead}.`)
  }
  visit(tree)
  return complaints
}

function isDeclaredName(node: ts.Node): node is ts.Identifier {
  const { parent } = node
  if (!ts.isIdentifier(node) || ts.isPropertyAccessExpression(parent) || ts.isJsxAttribute(parent))
    return false
  // What a package exports, or a value has, keeps its name; the local name is a choice.
  if (ts.isImportSpecifier(parent)) return parent.propertyName !== undefined && parent.name === node
  return 'name' in parent && parent.name === node
}

/** `ABOUT_bigURLOf` is about big url of. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
}

/**
 * One sentence for each exported function that does nothing but throw and is not named `assert…`. One that waits for
 * something is left out, since a statement to the database may be all that it is for.
 */
export function unnamedAssertions(file: string, source: string): string[] {
  const tree = parse(file, source)
  return tree.statements.flatMap((statement) => {
    if (!ts.isFunctionDeclaration(statement) || !statement.name || !statement.body) return []
    const isExported = statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
    const name = statement.name.text
    if (!isExported || isAssertion(name) || !isVoid(statement.type) || !onlyThrows(statement.body)) return []
    const line = tree.getLineAndCharacterOfPosition(statement.getStart()).line + 1
    return [`${file}:${line} only throws: name \`${name}\` assert and what must hold.`]
  })
}

const isAssertion = (name: string) => /^assert[A-Z]/.test(name)

function isVoid(type: ts.TypeNode | undefined): boolean {
  return /^(void|asserts\b.*)$/.test(type?.getText() ?? '')
}

/** It throws, or calls what does, and has no other effect: every call whose result is not used is an assertion. */
function onlyThrows(body: ts.Block): boolean {
  let throws = false
  let acts = false
  function visit(node: ts.Node): void {
    if (ts.isFunctionLike(node)) return
    if (ts.isThrowStatement(node)) throws = true
    else if (ts.isExpressionStatement(node)) {
      if (callsAssertion(node.expression)) throws = true
      else acts = true
    } else ts.forEachChild(node, visit)
  }
  visit(body)
  return throws && !acts
}

function callsAssertion(node: ts.Expression): boolean {
  return ts.isCallExpression(node) && isAssertion(node.expression.getText().replace(/^.*\./, ''))
}

/** One sentence for each line of a file of prose with a banned word. Names in backticks and links are exempt. */
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
  const named = commented.filter((file) => /\.(ts|tsx|mjs)$/.test(file))
  const complaints = [
    ...files.flatMap((file) => bannedWords(file, readFileSync(file, 'utf8'))),
    ...commented.flatMap((file) => bannedInComments(file, readFileSync(file, 'utf8'))),
    ...named.flatMap((file) => bannedNames(file, readFileSync(file, 'utf8'))),
    ...named
      .filter((file) => file.startsWith('lib/'))
      .flatMap((file) => unnamedAssertions(file, readFileSync(file, 'utf8'))),
    ...globSync(PROSE).flatMap((file) => bannedInProse(file, readFileSync(file, 'utf8'))),
    ...bannedInProse('package.json', JSON.parse(readFileSync('package.json', 'utf8')).description),
  ]
  for (const complaint of complaints) console.error(complaint)
  console.log(
    `${files.length} files of texts, ${commented.length} of comments, ${complaints.length} banned words.`,
  )
  process.exitCode = complaints.length ? 1 : 0
}
