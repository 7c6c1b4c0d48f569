import ts from 'typescript'

/**
 * How long the texts are, and how long one may take in milliseconds. The short ones find what is exponential before it
 * takes for ever. At the last length a linear pattern takes a fiftieth of the limit on a slow machine, and a quadratic one
 * four times the limit on a fast one.
 */
const STEPS = [
  ...[20, 26, 32, 38, 44, 50, 60, 75, 100, 150, 300].map((length) => ({ length, max: 5 })),
  { length: 16_000, max: 18 },
]
/** Characters that every pattern is tried with, beside its own. */
const COMMON = ['a', '0', ' ', '-', '.', '"', '\\', '\n', '[', '{', '/', '%']

/** The regular expressions that are written in a source file, as their text. */
function literalsIn(source: string, file: string): string[] {
  const found: string[] = []
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) found.push(node.text)
    ts.forEachChild(node, visit)
  }
  visit(
    ts.createSourceFile(
      file,
      source,
      ts.ScriptTarget.Latest,
      false,
      file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
    ),
  )
  return found
}

/** A text that a pattern takes too long for, or null. Texts are one or two of its own characters, repeated. */
function slowTextFor(pattern: string): { text: string; milliseconds: number } | null {
  const end = pattern.lastIndexOf('/')
  const flags = pattern.slice(end + 1).replace('y', '')
  const source = pattern.slice(1, end)
  const literals = [...new Set(source.match(/[A-Za-z0-9 _,;:@#&=<>!~'"%/-]/g) ?? [])].slice(0, 8)
  const alphabet = [...new Set([...literals, ...COMMON])]
  const words = [...new Set(source.match(/[A-Za-z_:/?=<-]{2,}/g) ?? [])].slice(0, 4)
  const pumps = [...alphabet, ...words, ...words.map((word) => `${word} `)]
  for (const one of alphabet.slice(0, 9))
    for (const other of alphabet.slice(0, 9)) if (one !== other) pumps.push(one + other)
  const regex = new RegExp(source, flags)
  for (const pump of pumps) {
    for (const lead of ['', ...words.slice(0, 1)]) {
      for (const tail of ['', '\u0001']) {
        const text = (length: number) => lead + pump.repeat(Math.ceil(length / pump.length)) + tail
        for (const { length, max } of STEPS) {
          const milliseconds = best(regex, text(length), max)
          if (milliseconds > max) return { text: JSON.stringify(`${lead}…${pump}…${tail}`), milliseconds }
        }
      }
    }
  }
  return null
}

/** The best of several tries, since the collector may fall into one. */
function best(regex: RegExp, text: string, max: number): number {
  let least = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 3 && least > max; turn += 1) least = Math.min(least, cost(regex, text))
  return least
}

/** Of this thread alone, so that a busy machine does not count. */
function cost(regex: RegExp, text: string): number {
  const before = process.threadCpuUsage()
  regex.lastIndex = 0
  if (regex.global) text.replace(regex, '')
  else regex.exec(text)
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}

export const linearCheck = { literalsIn, slowTextFor }
