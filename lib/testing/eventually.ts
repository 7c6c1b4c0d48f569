import { vi } from 'vitest'

/** Repeats the assertions until they hold; the patience is that of `expect.poll` in vitest.config.ts. */
export const eventually = (assertions: () => unknown): Promise<unknown> =>
  vi.waitFor(assertions, { timeout: 60_000 })
