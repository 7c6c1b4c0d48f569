import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { CannotStart } from '#lib/server/cannot-start.ts'

/** Twice the cores of a small machine, since each process often waits for the browser or the server. */
export const BROWSER_TEST_PROCESSES = 4

/** A Chromium without windows for Linux on x86-64, of an npm package (decision 3). */
const PACKAGE = 'node_modules/@sparticuz/chromium'
const COMPRESSED = join(PACKAGE, 'bin/chromium.br')
const RUNS_PACKAGE = process.platform === 'linux' && process.arch === 'x64'

/** Debian's browser without windows draws the same as the one with, and takes 40% less processor time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/**
 * CHROMIUM_PATH, the browser of the npm package if `ensureBrowser` has unpacked it, a Chromium or Chrome of the system,
 * or the one that Playwright has downloaded; undefined when there is none.
 * @throws CannotStart if CHROMIUM_PATH names no file
 */
export function findBrowser(): string | undefined {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH && !existsSync(CHROMIUM_PATH))
    throw new CannotStart(
      `CHROMIUM_PATH is ${CHROMIUM_PATH}, which does not exist. Correct it, or leave it out.`,
    )
  return [CHROMIUM_PATH, unpackedPath(), systemBrowser(), chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

/**
 * As `findBrowser`, and gets a browser: unpacks the one of the npm package; where that does not draw, as root on Debian
 * installs the system's without windows, which also brings the libraries and fonts that the first may lack; elsewhere, and
 * only when there is none, has Playwright download one.
 */
export async function ensureBrowser(): Promise<string | undefined> {
  if (process.env.CHROMIUM_PATH || (await unpack())) return findBrowser()
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

/** Where the browser of the npm package is unpacked; undefined where there is none that could run. */
function unpackedPath(): string | undefined {
  if (!RUNS_PACKAGE || !existsSync(COMPRESSED)) return undefined
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string }
  return join('node_modules/.cache', `chromium-${version}`, 'chromium')
}

/** @returns whether the browser of the npm package is unpacked and draws a page; else it is not there */
async function unpack(): Promise<boolean> {
  const path = unpackedPath()
  if (!path) return false
  try {
    if (!existsSync(path)) {
      const attempt = `${path}-${process.pid}`
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(attempt, brotliDecompressSync(readFileSync(COMPRESSED)), { mode: 0o755 })
      renameSync(attempt, path)
    }
    if (await draws(path)) return true
    rmSync(dirname(path), { recursive: true, force: true })
  } catch (error) {
    // No room, or no permission to write: another browser does as well.
    console.log(`  The browser of the npm package can't be unpacked: ${(error as Error).message}`)
  }
  return false
}

/** A browser without a library does not start, and one without a font ends at the first text. */
async function draws(executablePath: string): Promise<boolean> {
  try {
    const browser = await chromium.launch({ executablePath, timeout: 20_000 })
    try {
      const page = await browser.newPage()
      await page.setContent('<p>₹ क ✓', { timeout: 20_000 })
      await page.screenshot({ timeout: 20_000 })
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
