import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** What a process with the parts of a server and of a worker resolves of OpenTelemetry. */
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const found = new Set()
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier.startsWith('@opentelemetry/')) found.add(specifier)
      return next(specifier, context)
    },
  })
  const { loadEnv } = await import('#lib/process/env.ts')
  const { openRouter } = await import('#lib/server/router.ts')
  await openRouter(() => undefined, {}).load()
  await import('#lib/jobs/worker.ts')
  const { startTracing } = await import('#scripts/operating.ts')
  const traces = await startTracing(loadEnv())
  const { observer } = await import('#lib/metrics/observer.ts')
  console.log(JSON.stringify({ observed: observer() !== undefined, found: [...found] }))
  await traces?.stop()
  process.exit()
`

async function loadedWith(settings: Record<string, string>) {
  const run = promisify(execFile)
  const { PATH } = process.env
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', PROGRAM], {
    env: { NODE_ENV: 'test', PATH, ...settings },
  })
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
}

const ENDPOINT = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' }

test.each([
  ['a name and a sampler alone', { OTEL_SERVICE_NAME: 'shop', OTEL_TRACES_SAMPLER: 'always_on' }],
  ['OTEL_SDK_DISABLED', { ...ENDPOINT, OTEL_SDK_DISABLED: 'true' }],
])('nothing of OpenTelemetry is loaded, and nothing observes, with %s', async (_, settings) => {
  expect(await loadedWith(settings)).toEqual({ observed: false, found: [] })
})

test('an endpoint switches traces on', async () => {
  const { observed, found } = await loadedWith(ENDPOINT)
  expect(observed).toBe(true)
  expect(found).toContain('@opentelemetry/sdk-trace')
})
