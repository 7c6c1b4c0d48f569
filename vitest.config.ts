import { compile } from '@mdx-js/mdx'
import { defineConfig } from 'vitest/config'

// Vite puts a BASE_URL of its own ("/") into the environment of tests. Mastra's packages, which a sample of the guides
// imports, send usage statistics to their vendor unless they are told not to.
const env = { LOG_LEVEL: 'silent', BASE_URL: '', MASTRA_TELEMETRY_DISABLED: 'true' }

/** What a test waits for is not late on a busy machine: only its absence is a failure. */
const expect = { poll: { timeout: 60_000 } }

/** Compiles the guides as @next/mdx does for the pages. */
const mdx = {
  name: 'mdx',
  async transform(source: string, file: string) {
    if (!file.endsWith('.mdx')) return undefined
    return String(await compile(source, { providerImportSource: '#mdx-components.tsx' }))
  },
}

/**
 * Three projects. `unit` needs nothing; `database` files (*.db.test.ts) get an embedded PostgreSQL with a migrated
 * template that they copy in milliseconds; `faults` start and kill whole servers, one file at a time.
 *
 * Loading the modules takes longer than most files of `unit` and `database`, so the files of a process share them;
 * lib/testing/clean-up.ts puts back what a file changed.
 */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        plugins: [mdx],
        test: {
          name: 'unit',
          isolate: false,
          setupFiles: 'lib/testing/clean-up.ts',
          include: ['{lib,prisma,scripts,components,app,bench}/**/*.test.{ts,tsx}'],
          exclude: ['**/*.db.test.ts', 'lib/generated/**', ...(process.env.LEFT_OUT?.split(' ') ?? [])],
          testTimeout: 300_000,
          expect,
          env,
        },
      },
      {
        test: {
          name: 'database',
          isolate: false,
          setupFiles: 'lib/testing/clean-up.ts',
          include: ['{lib,prisma,scripts}/**/*.db.test.ts'],
          // They wait for PostgreSQL a third of their time.
          maxWorkers: 3,
          globalSetup: 'scripts/test-database.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
          expect,
          env,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['e2e/faults/*.test.ts'],
          globalSetup: 'e2e/faults/template.ts',
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 600_000,
          expect,
        },
      },
    ],
  },
})
