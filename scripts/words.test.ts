import { expect, test } from 'vitest'
import { bannedWords } from './words.ts'

test('finds a banned word in a string, in a template and in the text of a page', () => {
  expect(bannedWords('lib/a.ts', "const a = 'The answer holds the id.'")).toEqual([
    'lib/a.ts:1 says "answer"; write response, or respond: The answer holds the id.',
  ])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a template.
  expect(bannedWords('lib/a.ts', 'const a = `Waits until somebody approves ${id}.`')).toHaveLength(1)
  expect(bannedWords('app/a.tsx', 'const a = <p>\n  Registered by hand.\n</p>')).toHaveLength(1)
  expect(bannedWords('app/a.tsx', 'const a = <Field label="Header fields" />')).toHaveLength(1)
})

test('leaves comments, names, imports, types, classes and faults of the code alone', () => {
  const sources = [
    '// The answer of somebody.',
    "import { answer } from '#lib/the answer.ts'",
    "type A = 'the answer'",
    "const answer = 'answers'",
    'const a = <p className="the answer">Response</p>',
    "throw new Error('The house has no answer.')",
    'const sql = `SELECT * FROM answers WHERE answer = 1`',
  ]
  for (const source of sources) expect(bannedWords('app/a.tsx', source), source).toEqual([])
})

test('lets a text stand that is allowed, in its own file only', () => {
  const source = "const a = 'a moment ago'"
  expect(bannedWords('lib/oauth/consent-screen.ts', source)).toEqual([])
  expect(bannedWords('lib/oauth/other.ts', source)).toHaveLength(1)
})
