import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const PACKAGE = 'node_modules/@modelcontextprotocol/conformance'

/** A run of the official conformance suite. */
type Suite = {
  /** Its output so far. */
  output(): string
  /** Its exit code, once it has ended. */
  ended: Promise<number>
  /** Every check that it recorded. */
  checks(): { id: string; status: string; errorMessage?: string }[]
}

export function startSuite(...command: string[]): Suite {
  // Without colours, and with its files beside those of the other tests.
  const folder = join('.test/conformance', randomUUID())
  const options = { env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } }
  const child = spawn(process.execPath, [join(PACKAGE, 'dist/index.js'), ...command, '-o', folder], options)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString()
    })
  const ended = new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? 1)))
  const checks = () =>
    globSync(join(folder, '**/checks.json')).flatMap((file) => JSON.parse(readFileSync(file, 'utf8')))
  return { output: () => text, ended, checks }
}

/** The scenarios that a revision requires of a server, as frozen by the suite. */
export function requiredScenarios(revision: string): string[] {
  const text = readFileSync(join(PACKAGE, 'requirements', `${revision}.yaml`), 'utf8')
  const [, server = ''] = /^server:\n([\s\S]*?)^client:/m.exec(text) ?? []
  return [...server.matchAll(/^ {2}- (\S+)$/gm)].map(([, name = '']) => name)
}

/** The scenarios for servers that the suite has, required or not, whose names begin like this. */
export function scenariosOf(prefix: string): string[] {
  const command = [join(PACKAGE, 'dist/index.js'), 'list', '--server']
  const { stdout } = spawnSync(process.execPath, command, { encoding: 'utf8' })
  const names = [...stdout.matchAll(/^ {2}- (\S+)/gm)].map(([, name = '']) => name)
  return names.filter((name) => name.startsWith(prefix))
}

/** The scenarios of a summary without failures. */
export function passedScenarios(output: string): string[] {
  const [, summary = ''] = /=== SUMMARY ===\n([\s\S]*)/.exec(output) ?? []
  return [...summary.matchAll(/^✓ (\S+): \d+ passed, 0 failed/gm)].map(([, name = '']) => name)
}
