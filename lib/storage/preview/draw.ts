import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { applicationFile, programFile } from '#lib/process/application-files.ts'
import type { DetectedType } from '#lib/storage/signature.ts'
import { SIZES, type Size } from './sizes.ts'

/** What one drawing may take. A document that needs more has no preview. */
const LIMITS = {
  milliseconds: 20_000,
  /** Resident memory of the process, in bytes; read where the system reports it. */
  memory: 700_000_000,
  /** A WebP of this size is no preview. */
  response: 4_000_000,
}
const LOOKED_AT_EVERY = 100

// Named as text, so that the build of the pages does not take it for a part of them.
const PROGRAM = programFile('lib/storage/preview/program.ts')

/**
 * No secret of ours is in its environment. Of files it may read its own code and that of its libraries, and the document
 * comes on its standard input; it may write nothing and start nothing. Its memory has bounds: 512 MB for what PDF is read
 * in, 256 for the rest of the script.
 */
export const FLAGS = [
  '--no-warnings',
  '--permission',
  '--allow-addons',
  ...[PROGRAM, applicationFile('package.json'), ...libraryFolders()].map((path) => `--allow-fs-read=${path}`),
  '--max-old-space-size=256',
  '--wasm-max-mem-pages=8192',
]

/** Where its libraries are: in the folder of the application and, for the package of npm, beside it. */
function libraryFolders(): string[] {
  const own = applicationFile('node_modules')
  const above = /^.*?[\\/]node_modules(?=[\\/])/.exec(own)?.[0]
  return [own, ...(above === undefined ? [] : [above])].map((folder) => `${folder}/*`)
}

/** As many drawings at once as a small machine can bear. */
const AT_ONCE = 2
let drawing = 0
const waiting: (() => void)[] = []

/**
 * Draws a preview as WebP in a process of its own, which is ended when it takes too long or too much.
 * @returns null when the document cannot be drawn
 */
export function draw(
  bytes: Readable,
  type: DetectedType,
  size: Size,
  limits: Partial<typeof LIMITS> = {},
): Promise<Buffer | null> {
  const edge = String(SIZES[size])
  return inTurn(bytes, [type, edge, edge, 'webp'], limits)
}

/**
 * Draws a picture as PNG on white, no larger than `room` (pixels), in the same way.
 * @returns null when it cannot be drawn
 */
export function drawPng(
  bytes: Readable,
  type: DetectedType,
  room: { width: number; height: number },
): Promise<Buffer | null> {
  return inTurn(bytes, [type, String(room.width), String(room.height), 'png'], {})
}

async function inTurn(
  bytes: Readable,
  given: string[],
  limits: Partial<typeof LIMITS>,
): Promise<Buffer | null> {
  if (drawing >= AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve))
  drawing += 1
  try {
    return await run(bytes, given, { ...LIMITS, ...limits })
  } finally {
    drawing -= 1
    waiting.shift()?.()
  }
}

async function run(bytes: Readable, given: string[], limits: typeof LIMITS): Promise<Buffer | null> {
  const child = spawn(process.execPath, [...FLAGS, PROGRAM, ...given], {
    env: {} as NodeJS.ProcessEnv,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const end = () => child.kill('SIGKILL')
  const timer = setTimeout(end, limits.milliseconds)
  const watch = setInterval(() => {
    if (memoryOf(child.pid) > limits.memory) end()
  }, LOOKED_AT_EVERY)
  const parts: Buffer[] = []
  let size = 0
  child.stdout.on('data', (part: Buffer) => {
    size += part.length
    if (size > limits.response) end()
    else parts.push(part)
  })
  try {
    const ended = new Promise<number | null>((resolve) => {
      child.once('error', () => resolve(null)).once('close', resolve)
    })
    // What it does not read to the end it has judged already.
    const [code] = await Promise.all([ended, pipeline(bytes, child.stdin).catch(() => bytes.destroy())])
    return code === 0 && size > 0 && size <= limits.response ? Buffer.concat(parts) : null
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
  }
}

/** Zero where it is unknown, and once the process has ended. */
function memoryOf(pid: number | undefined): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]
    return Number(pages) * 4096
  } catch {
    return 0
  }
}
