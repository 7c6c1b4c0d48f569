/**
 * How long a limiter says to wait, in whole seconds, when it has refused. Known by its shape and not by its class: limiters
 * are shared by all of a process, and Next bundles the library into each route apart, so the class is another one there.
 * @throws whatever else went wrong
 */
export function waitAfter(rejection: unknown): number {
  const milliseconds = (rejection as { msBeforeNext?: unknown } | null)?.msBeforeNext
  if (rejection instanceof Error || typeof milliseconds !== 'number') throw rejection
  return Math.max(1, Math.ceil(milliseconds / 1000))
}
