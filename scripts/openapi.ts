/** Writes public/openapi.json from the operations: `npm run openapi`. With --check, only says whether it is current. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'

const FILE = 'public/openapi.json'
const document = `${JSON.stringify(buildOpenApi(), null, 1)}\n`

if (!process.argv.includes('--check')) {
  mkdirSync('public', { recursive: true })
  writeFileSync(FILE, document)
} else if (!existsSync(FILE) || readFileSync(FILE, 'utf8') !== document) {
  console.error(`${FILE} does not say what the operations say. Run \`npm run openapi\` and commit it.`)
  process.exit(1)
}
