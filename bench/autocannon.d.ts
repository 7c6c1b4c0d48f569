/** The part of autocannon that the bench uses; it has no types. */
declare module 'autocannon' {
  import type { EventEmitter } from 'node:events'

  type Request = { method?: string; path?: string; headers?: Record<string, string>; body?: string }
  type Options = {
    url: string
    connections: number
    duration: number
    /** How often it looks whether the time is over, in milliseconds. */
    sampleInt?: number
    timeout?: number
    requests: (Request & { setupRequest?: (request: Request) => Request })[]
  }
  type Result = { errors: number; timeouts: number }
  type Run = EventEmitter & { stop(): void }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): Run
}
