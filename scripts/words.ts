/**
 * Checks the words that people read: `node scripts/words.ts`. String literals, templates and the text of JSX are
 * looked at; comments, names, imports and types are not.
 */
import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** What must not come back, and what to write instead. */
const BANNED: { pattern: RegExp; instead: string }[] = [
  { pattern: /\b(the|an) interface\b/i, instead: 'API' },
  { pattern: /\banswer(s|ed|ing)?\b/i, instead: 'response, or respond' },
  {
    pattern: /\bmembers? (of|that|named|with)\b|\b(unknown|each|the) members?\b/i,
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
  { pattern: /\bwhat is asked\b|\bwhat (became|came) of\b/i, instead: 'request, status or result' },
]

/** Where people read texts. */
const FILES = '{app,bin,components,lib,scripts/command-line}/**/*.{ts,tsx,mjs}'

/** Tests, and code that is generated. */
const NOT_READ = ['**/*.test.{ts,tsx}', 'lib/{generated,testing}/**']

/** Texts that are right as they stand, each with its reason. */
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

/** One sentence for each banned word in a text of the file. */
export function bannedWords(file: string, source: string): string[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind)
  const complaints: string[] = []
  function visit(node: ts.Node): void {
    if (isUnread(node)) return
    const text = textOf(node)
    if (text !== null && isSentence(text)) {
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

function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 100 ? `${line.slice(0, 99)}…` : line
}

if (import.meta.main) {
  const files = globSync(FILES, { exclude: NOT_READ })
  const complaints = files.flatMap((file) => bannedWords(file, readFileSync(file, 'utf8')))
  for (const complaint of complaints) console.error(complaint)
  console.log(`${files.length} files, ${complaints.length} banned words.`)
  process.exitCode = complaints.length ? 1 : 0
}
