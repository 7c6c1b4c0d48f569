/** Bundles the script of a payer's pages: one small file, since nothing of Next's client runs on them. */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applicationFile } from '#lib/process/application-files.ts'
import type { OwnScript } from '#lib/server/plain-pages.ts'

const ENTRY = 'components/checkout/script/start.ts'
const FILE = 'payer.js'

/** Writes the script beside the pages of a build. */
export async function buildPayerScript(buildDir: string): Promise<void> {
  writeFileSync(join(buildDir, FILE), await bundle())
}

/** The script of a build; without one, as in development, it is bundled now. */
export async function payerScript(buildDir: string | undefined): Promise<OwnScript> {
  const text =
    buildDir === undefined ? await bundle() : readFileSync(applicationFile(`${buildDir}/${FILE}`), 'utf8')
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 12)
  return { path: `/payer-${hash}.js`, text }
}

async function bundle(): Promise<string> {
  // A build alone needs it: loading it takes longer than the start of a server may.
  const { rolldown } = await import('rolldown')
  const built = await rolldown({ input: ENTRY, platform: 'browser', treeshake: { moduleSideEffects: false } })
  const { output } = await built.generate({ format: 'iife', minify: true })
  await built.close()
  return output[0].code
}
