/** Every SQL statement of the sources, read from their syntax: what is put into a text is worked out, not run. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

type Statement = { file: string; line: number; text: string }

/** A value by name: the arguments of a function that is looked into. */
type Scope = ReadonlyMap<string, { node: ts.Expression; scope: Scope }>
const NOTHING: Scope = new Map()

/** How many texts one statement may have, by what it is put together from. */
const MOST = 64

/** @returns the statements, and those that are put together in a way that only running them shows */
export function statementsOf(pattern: string): { known: Statement[]; composed: Statement[] } {
  const known: Statement[] = []
  const composed: Statement[] = []
  const files = globSync(pattern, { exclude: ['lib/generated/**', 'lib/testing/**'] })
  for (const file of files.filter((name) => !/\.test\.tsx?$/.test(name)).sort()) {
    const visit = (node: ts.Node): void => {
      if (isStatement(node)) {
        const line = sourceOf(file).getLineAndCharacterOfPosition(node.getStart()).line + 1
        const texts = textsOf(node, NOTHING)
        if (texts === null) composed.push({ file, line, text: node.getText() })
        else known.push(...[...new Set(texts)].map((text) => ({ file, line, text })))
        return
      }
      ts.forEachChild(node, visit)
    }
    visit(sourceOf(file))
  }
  return { known, composed }
}

const BEGINS = /^\s*(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|WITH)\s/

function isStatement(node: ts.Node): node is ts.Expression {
  const text = ts.isTemplateExpression(node) ? node.head.text : ts.isStringLiteralLike(node) ? node.text : ''
  return BEGINS.test(text)
}

const sources = new Map<string, ts.SourceFile>()
function sourceOf(file: string): ts.SourceFile {
  let source = sources.get(file)
  if (!source) {
    source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true)
    sources.set(file, source)
  }
  return source
}

/** Every text that an expression can be, or null when that cannot be told. */
function textsOf(node: ts.Expression, scope: Scope): string[] | null {
  if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node) || ts.isSatisfiesExpression(node))
    return textsOf(node.expression, scope)
  if (ts.isStringLiteralLike(node) || ts.isNumericLiteral(node)) return [node.text]
  if (ts.isTemplateExpression(node)) return templateTexts(node, scope)
  if (ts.isConditionalExpression(node)) return either([node.whenTrue, node.whenFalse], scope)
  if (ts.isIdentifier(node)) {
    const given = scope.get(node.text)
    if (given) return textsOf(given.node, given.scope)
    const value = declared(node)
    return value && ts.isExpression(value) ? textsOf(value, NOTHING) : null
  }
  if (ts.isPropertyAccessExpression(node) || ts.isElementAccessExpression(node)) return propertyTexts(node)
  if (ts.isCallExpression(node)) return callTexts(node, scope)
  return null
}

function templateTexts(node: ts.TemplateExpression, scope: Scope): string[] | null {
  // A tagged template sends what is put into it as values.
  const tagged = ts.isTaggedTemplateExpression(node.parent)
  let texts = [node.head.text]
  for (const [index, span] of node.templateSpans.entries()) {
    const parts = tagged ? [`$${index + 1}`] : textsOf(span.expression, scope)
    if (parts === null) return null
    texts = texts.flatMap((text) => parts.map((part) => text + part + span.literal.text)).slice(0, MOST)
  }
  return texts
}

function either(nodes: readonly ts.Expression[], scope: Scope): string[] | null {
  const all = nodes.map((node) => textsOf(node, scope))
  return all.some((texts) => texts === null) ? null : all.flatMap((texts) => texts ?? [])
}

/** A property of an object that is written down, or all of them where the name is not. */
function propertyTexts(node: ts.PropertyAccessExpression | ts.ElementAccessExpression): string[] | null {
  const object = ts.isIdentifier(node.expression) ? unwrapped(declared(node.expression)) : undefined
  if (!object || !ts.isObjectLiteralExpression(object)) return null
  const name = ts.isPropertyAccessExpression(node) ? node.name.text : undefined
  const fields = object.properties.filter(ts.isPropertyAssignment)
  const wanted = fields.filter((property) => name === undefined || property.name.getText() === name)
  return wanted.length === 0
    ? null
    : either(
        wanted.map((property) => property.initializer),
        NOTHING,
      )
}

/** What a function returns that does nothing else. */
function callTexts(node: ts.CallExpression, scope: Scope): string[] | null {
  if (!ts.isIdentifier(node.expression)) return null
  const called = declared(node.expression)
  if (!called || !(ts.isFunctionDeclaration(called) || ts.isArrowFunction(called))) return null
  const inner = new Map<string, { node: ts.Expression; scope: Scope }>()
  for (const [index, parameter] of called.parameters.entries()) {
    const given = node.arguments[index]
    const usual = given
      ? { node: given, scope }
      : parameter.initializer && { node: parameter.initializer, scope: NOTHING }
    if (usual && ts.isIdentifier(parameter.name)) inner.set(parameter.name.text, usual)
  }
  const result = returned(called)
  return result ? textsOf(result, inner) : null
}

function returned({ body }: ts.FunctionDeclaration | ts.ArrowFunction): ts.Expression | undefined {
  if (!body || !ts.isBlock(body)) return body
  const [only, ...more] = body.statements
  return only && more.length === 0 && ts.isReturnStatement(only) ? only.expression : undefined
}

/** What a name stands for: a constant of a block around it, or of its file, or what it is imported from. */
function declared(name: ts.Identifier): ts.Expression | ts.FunctionDeclaration | undefined {
  for (let around: ts.Node | undefined = name.parent; around; around = around.parent) {
    if (!ts.isBlock(around) && !ts.isSourceFile(around)) continue
    const found = inBlock(around, name.text)
    if (found) return found
  }
  return undefined
}

function inBlock(
  block: ts.Block | ts.SourceFile,
  name: string,
): ts.Expression | ts.FunctionDeclaration | undefined {
  for (const statement of block.statements) {
    if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return statement
    if (ts.isVariableStatement(statement))
      for (const one of statement.declarationList.declarations)
        if (ts.isIdentifier(one.name) && one.name.text === name) return unwrapped(one.initializer)
    if (ts.isImportDeclaration(statement)) {
      const bindings = statement.importClause?.namedBindings
      const imported =
        bindings && ts.isNamedImports(bindings) && bindings.elements.find((each) => each.name.text === name)
      if (imported && ts.isStringLiteral(statement.moduleSpecifier)) {
        const file = fileOf(statement.moduleSpecifier.text, block.getSourceFile().fileName)
        return file === null
          ? undefined
          : inBlock(sourceOf(file), (imported.propertyName ?? imported.name).text)
      }
    }
  }
  return undefined
}

function unwrapped<T extends ts.Node>(node: T | undefined): ts.Expression | undefined {
  let inner: ts.Node | undefined = node
  while (inner && (ts.isAsExpression(inner) || ts.isSatisfiesExpression(inner))) inner = inner.expression
  return inner && ts.isExpression(inner) ? inner : undefined
}

function fileOf(specifier: string, from: string): string | null {
  if (specifier.startsWith('#lib/')) return specifier.slice(1)
  return specifier.startsWith('./') ? join(dirname(from), specifier) : null
}
