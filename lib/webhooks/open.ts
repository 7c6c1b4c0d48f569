import type { Runtime } from '#lib/pipeline/operation.ts'
import { Dispatcher } from '#lib/webhooks/dispatcher.ts'

/**
 * The started dispatcher of this process. It is on globalThis, where `nudge` of the runtime finds it: Next bundles
 * routes apart, and their deliveries must be sent at once, too.
 */
export function openDispatcher(runtime: Runtime): { stop(): Promise<void> } {
  const dispatcher = new Dispatcher(runtime).start()
  globals.counterfoilDispatcher = dispatcher
  return {
    async stop() {
      if (globals.counterfoilDispatcher === dispatcher) globals.counterfoilDispatcher = undefined
      await dispatcher.stop()
    },
  }
}
const globals = globalThis as { counterfoilDispatcher?: { wake(): void } | undefined }
