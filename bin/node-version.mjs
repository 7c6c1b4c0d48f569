// @ts-check
// Plain JavaScript that an old Node can read as well, since the rest of Counterfoil it cannot.
import { existsSync } from 'node:fs'

/** The oldest Node that runs TypeScript as it is. */
const OLDEST = { major: 22, minor: 19 }

/**
 * The sentence for a Node that is too old, 'node_too_old' of lib/process/start-errors.ts; undefined for one that is not.
 * @param {string} version
 */
export function nodeTooOld(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > OLDEST.major || (major === OLDEST.major && minor >= OLDEST.minor)) return undefined
  return `Node ${version} is too old: Counterfoil needs Node ${OLDEST.major}.${OLDEST.minor} or newer. In a checkout, run \`npm start\`, which uses the Node that \`npm ci\` installs.`
}

/** Exits with one sentence where the installation ran no scripts, so that the database client is missing. */
export function assertGenerated() {
  if (existsSync(new URL('../lib/generated/prisma/client.ts', import.meta.url))) return
  console.error(NOT_GENERATED)
  process.exit(1)
}

/** The sentence 'not_generated' of lib/process/start-errors.ts. */
export const NOT_GENERATED =
  'The database client is missing, as after `npm ci --ignore-scripts`. Run `npm run generate`, then start again.'

/** Exits with one sentence instead of a stack trace when Node is too old. */
export function assertNode() {
  const sentence = nodeTooOld(process.versions.node)
  if (sentence === undefined) return
  console.error(sentence)
  process.exit(1)
}
