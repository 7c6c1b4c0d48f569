import { lookAtParts, PARTS, type Readiness } from '#lib/database/readiness.ts'
import { env } from '#lib/process/env.ts'
import { log } from '#lib/process/log.ts'
import { runtime } from '#lib/runtime.ts'

/** For how long a verdict is repeated, in milliseconds: strangers may ask as often as they like. */
const REPEATED_MS = 1000

type Cached = { at: number; verdict: Promise<Readiness>; ready?: boolean }
const globals = globalThis as { counterfoilReadiness?: Cached | undefined }

/** 200 when every part is ready; else 503, which names the part. The body has each part with `ok` or its error. */
export async function readiness(): Promise<Response> {
  const parts = await currentVerdict()
  const ready = PARTS.every((part) => parts[part] === 'ok')
  const headers = { 'cache-control': 'no-store', ...(ready ? {} : { 'retry-after': '1' }) }
  return Response.json(
    { status: ready ? 'ready' : 'not_ready', parts },
    { status: ready ? 200 : 503, headers },
  )
}

/** One look at a time, and none while the last is fresh. */
function currentVerdict(): Promise<Readiness> {
  const now = performance.now()
  const cached = globals.counterfoilReadiness
  if (cached && now - cached.at < REPEATED_MS) return cached.verdict
  const verdict = lookAtParts({ query: runtime().query, dataDir: env().DATA_DIR })
  const next: Cached = { at: Number.POSITIVE_INFINITY, verdict }
  globals.counterfoilReadiness = next
  void verdict.then((parts) => {
    next.at = performance.now()
    next.ready = PARTS.every((part) => parts[part] === 'ok')
    if (next.ready !== (cached?.ready ?? true))
      log().warn({ parts }, 'The readiness of this server has changed.')
  })
  return verdict
}
