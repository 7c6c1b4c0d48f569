import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { freePort } from '#scripts/postgres/postmaster.ts'

export type Said = { code: number; out: string; err: string }

/** Where the command line keeps its authorization. */
export type Inspected = {
  endpoint: string
  home: string
  /** Opens the authorization URL as a person. Without it, the inspector uses what it has stored or fails. */
  consent: ((url: string) => Promise<void>) | null
}

/** A command of the inspector's command line, with a separate home folder. */
export async function inspect({ endpoint, home, consent }: Inspected, ...command: string[]): Promise<Said> {
  const port = await freePort()
  const child = spawn(
    process.execPath,
    [
      'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js',
      ...['--cli', endpoint, '--transport', 'http'],
      ...['--callback-url', `http://127.0.0.1:${port}/oauth/callback`],
      ...['--connect-timeout', '120000', '--format', 'json'],
      ...(consent ? [] : ['--stored-auth-only']),
      ...command,
    ],
    {
      env: {
        ...process.env,
        // The only browser that it can find is that of the test.
        PATH: dirname(process.execPath),
        HOME: home,
        MCP_AUTO_OPEN_ENABLED: 'true',
        MCP_INSPECTOR_SECRET_STORE: 'file',
      },
    },
  )
  const said = { code: -1, out: '', err: '' }
  const ended = new Promise<Said>((resolve) =>
    child.on('close', (code) => resolve(Object.assign(said, { code: code ?? 1 }))),
  )
  let asked = false
  const listen = () => {
    const [, url] = /navigate to: (\S+)\s/.exec(said.out + said.err) ?? []
    if (!url || asked || !consent) return
    asked = true
    consent(url).catch((error: unknown) => {
      said.err += String(error)
      child.kill()
    })
  }
  child.stdout.on('data', (chunk: Buffer) => {
    said.out += chunk.toString()
    listen()
  })
  child.stderr.on('data', (chunk: Buffer) => {
    said.err += chunk.toString()
    listen()
  })
  return ended
}
