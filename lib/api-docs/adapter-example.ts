import { readFileSync } from 'node:fs'
import { applicationFile } from '#lib/process/application-files.ts'

/** The adapter that certify.test.ts certifies, for the guide. */
export const ADAPTER_EXAMPLE = readFileSync(applicationFile('docs/examples/acquirer-adapter.mjs'), 'utf8')
