import autocannon from 'autocannon'

export type Ask = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }

export type Target = {
  url: string
  connections: number
  headers: Record<string, string>
  status: number
  /** The next request, or undefined when there is nothing left to ask: the stretch then ends early. */
  next(): Ask | undefined
  /** Asked between the end of what there is and the end of the stretch. By default the first request again. */
  idle?: Ask
}

/** The results; latencies in milliseconds. */
export type Load = {
  requests: number
  seconds: number
  p50: number
  p99: number
  failed: number
  statuses: Record<string, number>
}

/** Sends requests for some seconds; each connection sends the next one after its response. */
export function sendLoad(target: Target, seconds: number): Promise<Load> {
  const latencies: number[] = []
  const statuses: Record<string, number> = {}
  const begun = performance.now()
  let last = begun
  let over = false
  let idle = target.idle
  return new Promise((resolve, reject) => {
    const setupRequest = () => {
      const input = target.next()
      over ||= input === undefined
      idle ??= input
      // Until the end is noticed requests go on; their results are not counted.
      const request = input ?? idle
      return { ...request, headers: { ...target.headers, ...request?.headers } }
    }
    const options = {
      url: target.url,
      connections: target.connections,
      duration: seconds,
      sampleInt: 50,
      timeout: 60,
    }
    const run = autocannon({ ...options, requests: [{ setupRequest }] }, (error, result) => {
      if (error) return reject(error)
      const response = Object.values(statuses).reduce((sum, count) => sum + count, 0)
      const failed = result.errors + response - latencies.length
      resolve({
        requests: latencies.length,
        seconds: (last - begun) / 1000,
        ...percentiles(latencies),
        failed,
        statuses,
      })
    })
    run.on('response', (_client: unknown, status: number, _bytes: number, duration: number) => {
      if (over) return run.stop()
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status !== target.status) return
      latencies.push(duration)
      last = performance.now()
    })
  })
}

/** The latencies below which half of the requests lie, and all but a hundredth. */
export function percentiles(latencies: number[]): { p50: number; p99: number } {
  const sorted = Float64Array.from(latencies).sort()
  const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99) }
}

export function median(values: number[]): number {
  const sorted = [...values].sort((left, right) => left - right)
  const middle = (sorted.length - 1) / 2
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2
}
