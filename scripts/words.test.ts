import { expect, test } from 'vitest'
import { bannedInComments, bannedInProse, bannedNames, bannedWords, unnamedAssertions } from './words.ts'

test('finds a banned word in a string, in a template and in the text of a page', () => {
  expect(bannedWords('lib/a.ts', "const a = 'The answer holds the id.'")).toEqual([
    'lib/a.ts:1 says "answer"; write response, or respond: The answer holds the id.',
  ])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
  expect(bannedWords('lib/a.ts', 'const a = `Waits until somebody approves ${id}.`')).toHaveLength(1)
  expect(bannedWords('app/a.tsx', 'const a = <p>\n  Registered by hand.\n</p>')).toHaveLength(1)
  expect(bannedWords('app/a.tsx', 'const a = <Field label="Header fields" />')).toHaveLength(1)
})

test('leaves names, imports, types, classes and faults of the code alone', () => {
  const sources = [
    "import { answer } from '#lib/the answer.ts'",
    "type A = 'the answer'",
    "const answer = 'answers'",
    'const a = <p className="the answer">Response</p>',
    "throw new Error('The house has no answer.')",
    'const sql = `SELECT * FROM answers WHERE answer = 1`',
  ]
  for (const source of sources) expect(bannedWords('app/a.tsx', source), source).toEqual([])
})

test('accepts an allowed text, in its own file only', () => {
  const source = "const a = 'a moment ago'"
  expect(bannedWords('lib/oauth/consent-screen.ts', source)).toEqual([])
  expect(bannedWords('lib/oauth/other.ts', source)).toHaveLength(1)
})

test('finds a banned word in a comment of any form, and in the title of a test', () => {
  const sources = [
    '// The answer to it.\nconst a = 1',
    'const a = 1 // Made by hand.',
    'function a() {\n  return 1\n  /* Nobody calls it. */\n}',
    '/**\n * Runs it.\n * @returns the refusal\n */\nfunction a() {}',
    "test('whoever calls is rejected', () => {})",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
    'it.each(all)(`%s ${a} is refused`, () => {})',
  ]
  for (const source of sources) expect(bannedInComments('lib/a.ts', source), source).toHaveLength(1)
  expect(bannedInComments('app/a.tsx', 'const a = <p>{/* The moment. */}</p>')).toHaveLength(1)
  expect(bannedInComments('app/a.css', '/* The house. */\na {}')).toHaveLength(1)
  expect(bannedInComments('prisma/a.prisma', '/// A member of the body.\nmodel a {}')).toHaveLength(1)
  expect(bannedInComments('lib/a.ts', 'const a = 1\n\n// The answer.')).toEqual([
    'lib/a.ts:3 says "answer" in a comment or title; write response, or respond: // The answer.',
  ])
})

test('leaves names in comments, texts, and programs that are executables alone', () => {
  const sources = [
    '// `answer` is the name of a property.',
    '/** @param refusal why the form is disabled */\nfunction a() {}',
    '// See lib/surfaces/refused.ts.',
    "const a = 'https://answer.example//answer'",
    'const a = <p>see // the answer</p>',
    'const a = <a href="/">the answer // the answer</a>',
  ]
  for (const source of sources) expect(bannedInComments('app/a.tsx', source), source).toEqual([])
  const executable = '/** Draws it: a program of its own. */'
  expect(bannedInComments('lib/storage/preview/program.ts', executable)).toEqual([])
  expect(bannedInComments('lib/storage/preview/draw.ts', executable)).toHaveLength(1)
})

test('finds a banned word in the lines of settings, the changelog and the manual', () => {
  expect(bannedInProse('CHANGELOG.md', '- Fine.\n- Misspelt fields are refused.')).toEqual([
    'CHANGELOG.md:2 says "refused"; write error, rejected or failed: - Misspelt fields are refused.',
  ])
  expect(bannedInProse('.env.example', '# URL of the desk.\nNAME=the answer\n')).toHaveLength(1)
  expect(bannedInProse('CHANGELOG.md', '- `refused` is a [name](refused.md).')).toEqual([])
})

test('reads the prose of a guide, and in its code the strings and elements', () => {
  const read = (source: string) => bannedInProse('components/a.mdx', source)
  for (const source of ['The answer.', "    ['key', 'The answer.'],", '    [<>The answer to it.</>],'])
    expect(read(source), source).toHaveLength(1)
  for (const source of ['export const { refused } = TABLE', '<Part id="answers" title="Responses">'])
    expect(read(source), source).toEqual([])
})

test('finds the words of old names: in texts, and in the head of a column', () => {
  const found = [
    "const a = 'The desk is closed.'",
    "const a = 'A letter to the owner.'",
    "const a = 'The papers of the order.'",
    "const a = 'The bank is asked to pay.'",
    "const a = 'See what waits.'",
    "const columns = ['asked_by']",
  ]
  for (const source of found) expect(bannedWords('lib/a.ts', source), source).toHaveLength(1)
  const other = [
    "const a = 'A role such as Night desk.'",
    "const a = 'gap-2 max-desk:hidden desk:grid'",
    "const a = 'Letters and digits, not the letter O.'",
    "const a = 'Print on paper of 80 mm.'",
  ]
  for (const source of other) expect(bannedWords('lib/a.ts', source), source).toEqual([])
})

test('finds a banned word in a declared name, of whatever it is', () => {
  const found = [
    'const asked = 1',
    'function answerOf(value: string) {}',
    'type Kept = { id: string }',
    'type A = { seen: number }',
    'const { told } = input',
    'const a = (held: number) => held',
    'const MAX_HELD_MS = 200',
    'const a = { inForce: true }',
    "import { open as served } from './a.ts'",
  ]
  for (const source of found) expect(bannedNames('lib/a.ts', source), source).toHaveLength(1)
  expect(bannedNames('lib/a.ts', 'const asked = 1')).toEqual([
    'lib/a.ts:1 declares `asked`; write request, requested, input or fields.',
  ])
})

test('leaves columns, other words, and names that are declared elsewhere', () => {
  const other = [
    'const row = { last_seen_at: 1, request_kept: true }',
    'const a = text.endsWith(b.answer)',
    'const basked = trends',
    "import { answer } from 'package'",
  ]
  for (const source of other) expect(bannedNames('lib/a.ts', source), source).toEqual([])
})

test('finds an exported function that only throws under another name', () => {
  const thrown = "throw refused('order_already_paid')"
  const found = [
    `export function payable(order: Order): void { if (order.paid) ${thrown} }`,
    'export function payable(order: Order): void { assertOpen(order) }',
    `export function payable(order: Order): void { for (const one of order.parts) { const due = dueOf(one); if (due) ${thrown} } }`,
    `export function payable(order: Order | null): asserts order is Order { if (!order) ${thrown} }`,
  ]
  for (const source of found) expect(unnamedAssertions('lib/a.ts', source), source).toHaveLength(1)
  const other = [
    `export function assertPayable(order: Order): void { if (order.paid) ${thrown} }`,
    `function payable(order: Order): void { if (order.paid) ${thrown} }`,
    `export function dueOf(order: Order): number { if (order.paid) ${thrown}; return order.due }`,
    `export function pay(order: Order): void { if (order.paid) ${thrown}; order.payments.push(1) }`,
    `export function later(): void { queue(() => { ${thrown} }) }`,
  ]
  for (const source of other) expect(unnamedAssertions('lib/a.ts', source), source).toEqual([])
})
