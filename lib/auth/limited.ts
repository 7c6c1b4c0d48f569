/**
 * The wait of a limiter that rejected, in whole seconds. Recognised by its shape and not by its class: limiters are
 * shared by the whole process, and Next bundles the library into each route apart, so the class differs there.
 * @throws any other error
 */
export function waitAfter(rejection: unknown): number {
  const milliseconds = (rejection as { msBeforeNext?: unknown } | null)?.msBeforeNext
  if (rejection instanceof Error || typeof milliseconds !== 'number') throw rejection
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
