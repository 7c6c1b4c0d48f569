import { readFileSync, writeFileSync } from 'node:fs'

const FILE = 'tsconfig.json'

/** Next adds the types of each new build folder to tsconfig.json, and rewrites the file: undone, ours names those that count. */
export async function keepingTsconfig<Result>(run: () => Promise<Result>): Promise<Result> {
  const before = readFileSync(FILE, 'utf8')
  try {
    return await run()
  } finally {
    if (readFileSync(FILE, 'utf8') !== before) writeFileSync(FILE, before)
  }
}
