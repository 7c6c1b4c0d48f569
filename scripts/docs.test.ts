import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const DOCUMENTS = ['*.md', 'docs/**/*.md', 'bench/*.md']
const SOURCES = [
  '*.{ts,mjs}',
  '{app,bench,bin,components,e2e,lib,prisma,scripts}/**/*.{ts,tsx,mjs,prisma,sql}',
]

const texts = (patterns: string[]) =>
  globSync(patterns, { exclude: ['lib/generated/**', 'scripts/docs.test.ts'] }).map((path) => ({
    path,
    text: readFileSync(path, 'utf8'),
  }))

const decisions = globSync('docs/decisions/[0-9]*.md').sort()
const numbers = new Set(decisions.map((path) => Number(/\/(\d{4})-/.exec(path)?.[1])))

describe('the documentation', () => {
  it('has links that lead to a file and a heading', () => {
    const broken = texts(DOCUMENTS).flatMap(({ path, text }) =>
      [...withoutCode(text).matchAll(/\]\((?!https?:|mailto:|\/)([^)\s]*?)(?:#([^)\s]*))?\)/g)]
        .filter(([, target, heading]) => {
          const file = target ? join(dirname(path), target) : path
          if (!existsSync(file)) return true
          return heading ? !headings(readFileSync(file, 'utf8')).includes(heading) : false
        })
        .map(([link]) => `${path}: ${link}`),
    )
    expect(broken).toEqual([])
  })

  it('and the code name decisions and documents that exist', () => {
    const unknown = texts([...DOCUMENTS, ...SOURCES]).flatMap(({ path, text }) => [
      ...[...text.matchAll(/\bdecisions? \[?(\d+)/gi)]
        .filter(([, number]) => !numbers.has(Number(number)))
        .map(([reference]) => `${path}: ${reference}`),
      ...[...text.matchAll(/(?<![\w/.])docs\/[\w/-]+\.md/g)]
        .filter(([reference]) => !existsSync(reference))
        .map(([reference]) => `${path}: ${reference}`),
    ])
    expect(unknown).toEqual([])
  })

  it('names files and folders that exist', () => {
    const missing = texts(['ARCHITECTURE.md', 'docs/**/*.md']).flatMap(({ path, text }) =>
      [...withoutBlocks(text).matchAll(/`((?:app|bench|components|e2e|lib|prisma|scripts)\/[^`\s<*{…]+)`/g)]
        .filter(([, named = '']) => !existsSync(named))
        .map(([, named]) => `${path}: ${named}`),
    )
    expect(missing).toEqual([])
  })

  it('links a decision by its own number', () => {
    const wrong = texts(DOCUMENTS).flatMap(({ path, text }) =>
      [...text.matchAll(/\[(?:decision )?(\d+)\]\([\w./]*?(\d{4})-[\w-]+\.md\)/g)]
        .filter(([, number, file]) => Number(number) !== Number(file))
        .map(([link]) => `${path}: ${link}`),
    )
    expect(wrong).toEqual([])
  })
})

describe('ARCHITECTURE.md', () => {
  const text = withoutBlocks(readFileSync('ARCHITECTURE.md', 'utf8'))

  it('has sections of at most five lines, besides lists and tables', () => {
    const long = text.split(/^#+ /m).filter((section) => {
      const [, ...lines] = section.split('\n')
      return lines.filter((line) => line !== '' && !/^(?:\||- |\d\. | {2,})/.test(line)).length > 5
    })
    expect(long.map((section) => section.split('\n')[0])).toEqual([])
    expect(text.split('\n').filter((line) => line.length > 135)).toEqual([])
  })
})

describe('decisions', () => {
  it('are in the index with their title and status', () => {
    const rows = decisions.map((path) => {
      const text = readFileSync(path, 'utf8')
      const [, number, title] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
      return `| ${number} | [${title}](${path.split('/').at(-1)}) | ${/^\*\*Status:\*\* (.+)$/m.exec(text)?.[1]} |`
    })
    const index = readFileSync('docs/decisions/README.md', 'utf8')
      .split('\n')
      .filter((line) => /^\| \d/.test(line))
    expect(index.map((line) => `${line.split('|').slice(0, 4).join('|')}|`)).toEqual(rows)
  })

  it.each(decisions)('%s has the five sections', (path) => {
    const text = readFileSync(path, 'utf8')
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
      'Alternatives',
    ])
    expect(text).toMatch(/^\*\*Status:\*\* (accepted|superseded by decision \d+)$/m)
  })
})

function withoutBlocks(text: string): string {
  return text.replace(/```[\s\S]*?```/g, '')
}

function withoutCode(text: string): string {
  return withoutBlocks(text).replace(/`[^`\n]*`/g, '')
}

/** Anchors as GitHub makes them of headings. */
function headings(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/ /g, '-'),
  )
}
