import { readFileSync } from 'node:fs'

/** The adapter that certify.test.ts certifies, for the guide. */
export const ADAPTER_EXAMPLE = readFileSync('docs/examples/acquirer-adapter.mjs', 'utf8')
