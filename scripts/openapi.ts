/** Writes the OpenAPI documents of public/ from the operations and the acquirer protocol: `npm run openapi`. With --check, only says whether they are current. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { buildAcquirerOpenApi } from '#lib/surfaces/acquirer-openapi.ts'
import { buildOpenApi } from '#lib/surfaces/openapi.ts'

const FILES = {
  'public/openapi.json': buildOpenApi(),
  'public/acquirer-openapi.json': buildAcquirerOpenApi(),
}

for (const [file, built] of Object.entries(FILES)) {
  const document = `${JSON.stringify(built, null, 1)}\n`
  if (!process.argv.includes('--check')) {
    mkdirSync('public', { recursive: true })
    writeFileSync(file, document)
  } else if (!existsSync(file) || readFileSync(file, 'utf8') !== document) {
    console.error(`${file} is not current. Run \`npm run openapi\` and commit it.`)
    process.exitCode = 1
  }
}
