import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'

/** Twice the cores of a small machine, since each process often waits for the browser or the server. */
export const BROWSER_TEST_PROCESSES = 4

/** Debian's browser without windows comes first: it draws the same and takes 40 % less processor time. */
const HEADLESS = 'chromium-headless-shell'
const NAMES = [HEADLESS, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'

/** CHROMIUM_PATH, a Chromium or Chrome of the system, or the one Playwright has downloaded; undefined when there is none. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  return [process.env.CHROMIUM_PATH, ...candidates, MAC, chromium.executablePath()].find(
    (path) => path && existsSync(path),
  )
}

/**
 * Finds a browser, installing one when there is none: Debian's package as root on Debian, else Playwright's. On Debian the
 * one without windows is installed beside a Chromium, too, where its package can be had.
 */
export function ensureBrowser(): string | undefined {
  const found = findBrowser()
  const isDebian = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  if (isDebian && !process.env.CHROMIUM_PATH && !found?.endsWith(HEADLESS)) installDebianPackage(HEADLESS)
  const known = findBrowser()
  if (known) return known
  if (isDebian) installDebianPackage('chromium')
  else spawnSync('node_modules/.bin/playwright', ['install', 'chromium'], { stdio: 'inherit' })
  return findBrowser()
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
