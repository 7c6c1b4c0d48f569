/**
 * `npm test`: everything, beginning with what is quick. Uses ports, databases, a build and data folders of its
 * own (.test/ and test-folder.ts), so that it runs beside a running server. The last line is `N passed, N failed`.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { BROWSER_TEST_PROCESSES, ensureBrowser } from '#scripts/browser.ts'
import { ensureBuild } from '#scripts/build.ts'
import { complain } from '#scripts/complain.ts'
import { takeLock } from '#scripts/postgres/lock.ts'
import { duration, step } from '#scripts/progress.ts'
import { playwrightFiles, slowest, type Timed, vitestFiles } from '#scripts/slowest.ts'
import { run, runChecks } from '#scripts/steps.ts'
import { playwrightTally, type Tally, vitestTally } from '#scripts/tally.ts'
import { freeMemory, TEST_FOLDER, testFolder } from '#scripts/test-folder.ts'
import { startTestServer, TEST_BUILD, type TestServer } from '#scripts/test-server.ts'

const total: Tally = { passed: 0, failed: 0, failures: [] }
const files: Timed[] = []
const began = performance.now()
mkdirSync('.test', { recursive: true })
const lock = takeLock('.test/run.lock')
if ('lockedBy' in lock) {
  console.error(`Process ${lock.lockedBy} is running the tests of this folder already.`)
  process.exit(1)
}

// Some hundred processes are started below: servers, workers, commands. Compiled modules are kept for the next one.
process.env.NODE_COMPILE_CACHE ??= resolve('node_modules/.cache/compile')
// Some tests start a PostgreSQL of their own in a temporary folder.
mkdirSync(testFolder('tmp'), { recursive: true, mode: 0o711 })
process.env.TMPDIR = testFolder('tmp')

/** A copy of the data folder of the server under test, for the servers of the fault tests. Windows has no `cp -a`. */
const FIRST_START = testFolder('first-start')
const keepsFirstStart = process.platform !== 'win32'
rmSync(FIRST_START, { recursive: true, force: true })

// The checks leave a quarter of two cores to the unit tests. The build waits for them, since it rewrites files that they
// read.
const units = vitest('Unit tests', 'unit', { quiet: true })
console.log('Checks')
count(await runChecks())
const server = prepareServer()
await units
// The fault tests wait half of their time, for servers that start and late bank responses. So they go on beside the
// tests of the database, and then of the browser. They use the same build.
const faults = server
  .then(() =>
    vitest('Fault tests', 'faults', { quiet: true, env: existsSync(FIRST_START) ? { FIRST_START } : {} }),
  )
  .catch((error: unknown) => {
    complain(error)
    count({ passed: 0, failed: 1, failures: ['the fault tests could not start'] })
  })
await vitest('Database tests', 'database')
await playwright(server)
await faults

freeMemory(TEST_FOLDER)
lock.release()
console.log(`\nThe slowest files of ${duration(began)}:\n${slowest(files).join('\n')}`)
if (total.failed > 0)
  console.log(`\nWhat failed:\n${total.failures.map((failure) => `  ${failure}`).join('\n')}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 && total.passed > 0 ? 0 : 1)

function count(tally: Tally): void {
  total.passed += tally.passed
  total.failed += tally.failed
  total.failures.push(...tally.failures)
}

/** @param quiet prints what the tests print when they are done, as other tests are running meanwhile */
async function vitest(
  what: string,
  project: string,
  { quiet = false, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<void> {
  if (!quiet) console.log(`\n${what}`)
  const file = `.test/vitest-${project}.json`
  rmSync(file, { force: true })
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const { code, output } = await run(
    ['vitest', 'run', '--project', project, '--passWithNoTests', ...reporters],
    { env: { BUILD_DIR: TEST_BUILD, ...env }, quiet },
  )
  if (quiet) console.log(`\n${what}\n${output}`)
  count(vitestTally(file, code))
  files.push(...vitestFiles(file))
}

/**
 * The build for the browser tests, made beside other tests: much of it is the work of one core.
 * @returns the error of the build, instead of an unhandled rejection
 */
function prepareServer(): Promise<(TestServer & { browser: string }) | { failure: unknown }> {
  const prepare = async () => {
    const browser = await ensureBrowser()
    if (!browser)
      throw new CannotStart('There is no Chromium for the browser tests. Install one, or set CHROMIUM_PATH.')
    await step('Build', () => ensureBuild(TEST_BUILD))
    // One merchant for each of the processes that run tests side by side (playwright.config.ts).
    return {
      ...(await step('Server', () =>
        startTestServer(BROWSER_TEST_PROCESSES, keepsFirstStart ? FIRST_START : undefined),
      )),
      browser,
    }
  }
  return prepare().catch((failure: unknown) => ({ failure }))
}

/** The REST API and the pages, against a server that is started as `npm start` starts one. */
async function playwright(prepared: ReturnType<typeof prepareServer>): Promise<void> {
  console.log('\nAPI and browser tests')
  const file = '.test/playwright.json'
  rmSync(file, { force: true })
  try {
    const server = await prepared
    if ('failure' in server) throw server.failure
    const env = {
      BASE_URL: server.url,
      DEMO_FILE: server.demoFile,
      CHROMIUM_PATH: server.browser,
      // Node reads TypeScript itself, so Playwright need not translate it first.
      PW_DISABLE_TS_ESM: '1',
    }
    const { code } = await run(['playwright', 'test', '--pass-with-no-tests'], { env, quiet: false }).finally(
      server.stop,
    )
    count(playwrightTally(file, code))
    files.push(...playwrightFiles(file))
  } catch (error) {
    complain(error)
    count({ passed: 0, failed: 1, failures: ['the browser tests could not start'] })
  }
}
