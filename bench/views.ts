import { Agent, get } from 'node:http'
import { type Load, percentiles } from '#bench/load.ts'

/** Page views: a URL, with cookies, so many at a time. */
type View = { url: string; headers: Record<string, string>; viewers: number }

/**
 * Looks at a page for some seconds, each viewer again as soon as the page is there. The latencies are those of the first
 * byte of the body: the rest of a page may stream after it.
 */
export async function lookAt({ url, headers, viewers }: View, seconds: number): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: viewers })
  const firsts: number[] = []
  const statuses: Record<string, number> = {}
  const begun = performance.now()
  const end = begun + seconds * 1000
  const viewer = async () => {
    while (performance.now() < end) {
      const { status, first } = await viewOnce(agent, url, headers)
      statuses[status] = (statuses[status] ?? 0) + 1
      if (status === 200) firsts.push(first)
    }
  }
  await Promise.all(Array.from({ length: viewers }, viewer))
  agent.destroy()
  const all = Object.values(statuses).reduce((sum, count) => sum + count, 0)
  return {
    requests: firsts.length,
    seconds: (performance.now() - begun) / 1000,
    ...percentiles(firsts),
    failed: all - firsts.length,
    statuses,
  }
}

function viewOnce(
  agent: Agent,
  url: string,
  headers: Record<string, string>,
): Promise<{ status: number; first: number }> {
  const begun = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { agent, headers }, (response) => {
      let first: number | undefined
      response.on('data', () => {
        first ??= performance.now() - begun
      })
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, first: first ?? performance.now() - begun }),
      )
      response.on('error', reject)
    })
    request.on('error', reject)
  })
}
