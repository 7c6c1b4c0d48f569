import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { createTranslator } from 'use-intl/core'
import { describe, expect, it } from 'vitest'
import { LANGUAGES, type Language } from '#lib/values/language.ts'
import { MESSAGES, textOf } from './text.ts'

const languages = Object.keys(LANGUAGES) as Language[]
const others = languages.filter((language) => language !== 'en')

/** "order.title" and its message, for every message of a language. */
function entriesOf(language: Language): [key: string, message: string][] {
  return Object.entries(MESSAGES[language]).flatMap(([page, messages]) =>
    Object.entries(messages).map(([key, message]): [string, string] => [`${page}.${key}`, message]),
  )
}

/** The names of values and tags in a message, each as often as it occurs. */
function namesIn(message: string): string[] {
  return [...message.matchAll(/\{(\w+)[,}]|<(\w+)>/g)].map(([, value, tag]) => value ?? `<${tag}>`).sort()
}

describe('the messages', () => {
  it.each(globSync('lib/messages/*.json'))('%s is a language', (file) => {
    expect(languages).toContain(file.replace(/^.*\/|\.json$/g, ''))
  })

  it.each(others)('have the same keys in %s, in the same order', (language) => {
    expect(entriesOf(language).map(([key]) => key)).toEqual(entriesOf('en').map(([key]) => key))
  })

  it.each(others)('name the same values in %s', (language) => {
    const english = new Map(entriesOf('en'))
    for (const [key, message] of entriesOf(language))
      expect([key, [...new Set(namesIn(message))]]).toEqual([
        key,
        [...new Set(namesIn(english.get(key) ?? ''))],
      ])
  })

  it.each(languages)('compile in %s', (language) => {
    const faults: string[] = []
    const t = createTranslator({
      locale: language,
      messages: MESSAGES[language] as Record<string, Record<string, string>>,
      onError: (error) => faults.push(error.message),
    })
    for (const [key, message] of entriesOf(language)) {
      const names = namesIn(message)
      const values = Object.fromEntries(
        names.filter((name) => !name.startsWith('<')).map((name) => [name, 2]),
      )
      const tags = Object.fromEntries(
        names
          .filter((name) => name.startsWith('<'))
          .map((name) => [name.slice(1, -1), (words: unknown) => words as string]),
      )
      const drawn = t.markup(key as never, { ...values, ...tags } as never)
      expect(drawn, key).not.toMatch(/[{}<>]/)
    }
    expect(faults).toEqual([])
  })

  it.each(others)('are written in the script of %s, but for names', (language) => {
    const untranslated = entriesOf(language).filter(
      ([key, message]) => message === textOf('en').raw(key as never),
    )
    expect(untranslated.map(([key]) => key)).toEqual(SAME_EVERYWHERE)
  })

  it('count in words', () => {
    expect(textOf('en')('errors.otp_wrong', { count: 1 })).toBe('Incorrect OTP. 1 attempt left.')
    expect(textOf('hi')('errors.otp_wrong', { count: 2 })).toContain('2 कोशिशें')
  })
})

/** Names and formats that are written the same way in India's languages. */
const SAME_EVERYWHERE = [
  'methods.upi',
  'methods.emi',
  'methods.upi_id',
  'fields.expiry_format',
  'fields.cvv',
  'fields.vpa',
  'fields.vpa_example',
  'receipt.arn',
]

/** The pages of payers, and what they are made of. */
const PAGES = [
  '{app/{bill,checkout,refund,statement},components/{checkout,payer,refunds/document}}/**/*.tsx',
  'components/bills/document/*.tsx',
  'components/wallets/{checked-statement,statement-code-form}.tsx',
  '{components/consent,app/(oauth)/consent}/**/*.tsx',
]

/** Of test mode, for those who build an integration: its outcomes and test instruments have no translation. */
const FOR_DEVELOPERS = ['components/checkout/test-drawer.tsx']

/** Attributes that people read or hear. */
const READ = new Set([
  'label',
  'title',
  'hint',
  'placeholder',
  'aria-label',
  'alt',
  'pending',
  'note',
  'data-pending-text',
  'term',
])

describe('the pages of payers', () => {
  it.each(globSync(PAGES).filter((file) => !FOR_DEVELOPERS.includes(file)))(
    '%s has no words of its own',
    (file) => {
      expect(literalsIn(file, readFileSync(file, 'utf8'))).toEqual([])
    },
  )

  it('would be found out', () => {
    const source =
      'const a = <p title="Two words" className="x">Pay {ok ? "Yes" : t("no")}<b aria-label="On x" /></p>'
    expect(literalsIn('a.tsx', source)).toEqual(['Two words', 'Pay', 'Yes', 'On x'])
  })
})

/** The literals with letters that a file draws: texts of JSX, and of attributes that are read. */
function literalsIn(file: string, source: string): string[] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX)
  const found: string[] = []
  const take = (text: string) => {
    if (/\p{L}{2}/u.test(text)) found.push(text.trim())
  }
  const takeExpression = (node: ts.Node): void => {
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) take(node.text)
    else if (ts.isTemplateExpression(node)) {
      for (const part of [node.head, ...node.templateSpans.map(({ literal }) => literal)]) take(part.text)
    } else if (ts.isConditionalExpression(node)) {
      takeExpression(node.whenTrue)
      takeExpression(node.whenFalse)
    } else if (ts.isBinaryExpression(node)) takeExpression(node.right)
  }
  const visit = (node: ts.Node): void => {
    if (ts.isJsxText(node)) take(node.text)
    else if (ts.isJsxAttribute(node)) {
      const { initializer } = node
      if (READ.has(node.name.getText(tree)) && initializer)
        takeExpression(
          ts.isJsxExpression(initializer) ? (initializer.expression ?? initializer) : initializer,
        )
    } else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent))
      takeExpression(node.expression)
    ts.forEachChild(node, visit)
  }
  visit(tree)
  return found
}
