import { defineConfig } from '@playwright/test'
import { BROWSER_TEST_PROCESSES, findBrowser } from '#scripts/browser.ts'

/**
 * Tests against a running server: that of `npm test`, which starts one of its own, or, with `npx playwright test`,
 * the one of `npm start`. Its demo.json has the sign-ins.
 */
process.env.BASE_URL ??= 'http://localhost:3000'
process.env.DEMO_FILE ??= '.data/demo.json'
// Mastra's packages send usage statistics to their vendor unless this is set.
process.env.MASTRA_TELEMETRY_DISABLED = 'true'

/**
 * Features that Chromium leaves out. Every window, thus every test, would load the pages of an address bar that is
 * not visible, which costs more than the page under test. A list on the command line replaces the one before it, so
 * Playwright's own comes first.
 */
const WITHOUT = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
]

/**
 * A page lives for a second, so optimizing its code never pays, nor does collecting garbage often to save memory.
 * Without both, loading a page takes 14% less processor time, and a run of axe 17%.
 */
const SCRIPT_FLAGS = [
  '--no-maglev',
  '--no-turbofan',
  '--no-memory-reducer',
  '--min-semi-space-size=32',
  '--max-semi-space-size=64',
  '--initial-old-generation-size=256',
]

/** Chromium calls its vendor's hosts unless a switch forbids it. */
const browserArguments = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${WITHOUT.join(',')}`,
  `--js-flags=${SCRIPT_FLAGS.join(' ')}`,
]

export default defineConfig({
  testDir: 'e2e',
  // One project with one `test` (e2e/test.ts): its processes load the modules and start the browser once.
  testMatch: '{api,mcp,oauth,ui}/**/*.test.ts',
  outputDir: '.test/results',
  fullyParallel: true,
  workers: BROWSER_TEST_PROCESSES,
  // Generous, since a machine may be busy: what hangs fails all the same, and no test asserts a time.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['json', { outputFile: '.test/playwright.json' }]],
  use: {
    baseURL: process.env.BASE_URL,
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // A trace of every test costs a quarter of their time; one is asked for with --trace on.
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: findBrowser(), args: browserArguments },
  },
})
