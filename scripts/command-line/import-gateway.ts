import { setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { z } from 'zod'
import { systemActor } from '#lib/auth/system-actor.ts'
import { listAcquirers } from '#lib/domain/acquirers/get-details.ts'
import { continueGatewayImport, startGatewayImport } from '#lib/domain/gateway-imports/change.ts'
import { getGatewayImport } from '#lib/domain/gateway-imports/fetch.ts'
import { importGatewayPages } from '#lib/domain/gateway-imports/run.ts'
import type { GatewayImport, LeftOutRow } from '#lib/domain/gateway-imports/schema.ts'
import { execute } from '#lib/pipeline/execute.ts'
import type { Actor, Operation } from '#lib/pipeline/operation.ts'
import { GATEWAY_KINDS } from '#lib/ports/gateway-records.ts'
import { CannotStart } from '#lib/server/cannot-start.ts'
import { zoneOf } from '#lib/values/country.ts'
import { newId } from '#lib/values/id.ts'
import { formatMoney } from '#lib/values/money-text.ts'
import { secondsOfDate } from '#lib/values/time.ts'
import { Misuse, type Output, type Values } from './command.ts'
import { ACTOR, findMerchant, type Instance, withInstance } from './instance.ts'

/** Progress is shown so often, in milliseconds. */
const PORTION_MS = 5000
/** Each page leaves some megabytes of garbage, which is collected before the heap grows by much. */
const HEAP = ['--heap-growing-percent=20', '--semi-space-growth-factor=1']
/** So long without a page, in milliseconds, and the command gives up. A server with workers goes on. */
const PATIENCE_MS = 300_000

/** `import-gateway`: starts an import, or goes on with the one that is not finished, and works on it until its end. */
export function importGateway(values: Values): Promise<Output> {
  for (const flag of HEAP) setFlagsFromString(flag)
  return withInstance(async (instance) => {
    const merchant = await findMerchant(instance.runtime.prisma, String(values.merchant))
    const live = merchant.accounts.find(({ mode }) => mode === 'live')
    if (!live) throw new CannotStart('The merchant has no live account.')
    const run = runIn(instance, await systemActor(instance.runtime.query, live.id, ACTOR))
    const acquirer = await gatewayOf(run, values.acquirer)
    const begun = await begin(run, acquirer, sinceOf(values.since, zoneOf(live.country)))
    const ended = await work(run, begun)
    const { left_out } = await run(getGatewayImport, { id: acquirer })
    const all =
      ended.status === 'finished' && GATEWAY_KINDS.every((kind) => ended.progress[kind].left_out === 0)
    return {
      json: { import: ended, left_out },
      text: textOf(ended, left_out, live.currency),
      failed: !all,
    }
  })
}

type Run = <I extends z.ZodType, O extends z.ZodType>(
  operation: Operation<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>

function runIn({ runtime }: Instance, actor: Actor): Run {
  return async (operation, input) => {
    const requestId = newId('request', Date.now())
    return (await execute(runtime, operation, actor, input, { requestId })).value
  }
}

async function gatewayOf(run: Run, wanted: Values[string]): Promise<string> {
  const { items } = await run(listAcquirers, {})
  const gateways = items.filter(({ kind }) => kind === 'gateway')
  const found = wanted === undefined ? gateways : gateways.filter(({ id }) => id === wanted)
  const [only] = found
  if (only && found.length === 1) return only.id
  const list = gateways.map(({ id, name, url }) => `  ${id}  ${name}  ${url}`).join('\n')
  throw new Misuse(
    gateways.length === 0
      ? 'The merchant has no account at a gateway. Add it in Settings, Acquirer.'
      : `Name one of the gateway accounts with --acquirer:\n${list}`,
  )
}

function sinceOf(text: Values[string], zone: string): number | undefined {
  if (text === undefined) return undefined
  const since = secondsOfDate(String(text), zone)
  if (since === null) throw new Misuse('--since is a date such as 2026-01-31.')
  return since
}

async function begin(run: Run, id: string, since: number | undefined): Promise<GatewayImport> {
  const { import: last } = await run(getGatewayImport, { id })
  const open = last && last.status !== 'finished' ? last : null
  if (open && since !== undefined)
    throw new Misuse('An import is not finished. Run the command without --since to continue it.')
  if (open?.status === 'running') return open
  if (open) return run(continueGatewayImport, { id: open.id })
  return run(startGatewayImport, { id, ...(since === undefined ? {} : { since }) })
}

async function work(run: Run, begun: GatewayImport): Promise<GatewayImport> {
  let last = begun
  let movedAt = Date.now()
  while (last.status === 'running' && Date.now() - movedAt < PATIENCE_MS) {
    const now = await run(importGatewayPages, { id: begun.id, portion_ms: PORTION_MS })
    const moved = readIn(now) > readIn(last) || now.kind !== last.kind
    if (moved) movedAt = Date.now()
    // Another process works on it, or the gateway does not respond.
    else if (now.status === 'running') await wait(PORTION_MS)
    last = now
    process.stderr.write(`${progressOf(now)}\n`)
  }
  return last
}

function readIn({ progress }: GatewayImport): number {
  return GATEWAY_KINDS.reduce((sum, kind) => sum + progress[kind].read, 0)
}

function progressOf({ kind, progress, per_second, ends_at, problem }: GatewayImport): string {
  const { read, total } = progress[kind]
  const left = ends_at === null ? '' : `, ${Math.max(0, ends_at - Math.floor(Date.now() / 1000))} s left`
  const rate = per_second === null ? '' : `, ${Math.round(per_second)} a second`
  return `${kind}: ${read} of ${total ?? '?'}${rate}${left}${problem === null ? '' : `. ${problem}`}`
}

function textOf(ended: GatewayImport, rows: LeftOutRow[], currency: string): string {
  const head = ['', 'Read', 'Added', 'Here before', 'Own', 'Left out']
  const lines = GATEWAY_KINDS.map((kind) => {
    const { read, added, same, own, left_out } = ended.progress[kind]
    return [kind, read, added, same, own, left_out].map(String)
  })
  const table = [head, ...lines].map(
    ([name = '', ...figures]) => name.padEnd(12) + figures.map((one) => one.padStart(12)).join(''),
  )
  const end = {
    finished: 'Import finished.',
    stopped: 'Import stopped. Run the command again to continue it.',
    running: `Import not finished. ${ended.problem ?? ''} Run the command again to continue it.`,
  }[ended.status]
  const entries =
    ended.adjustments === 0
      ? []
      : [
          `Gateway adjustments: ${ended.adjustments}, ${formatMoney(ended.adjusted, currency)}. They close what the imported history does not explain.`,
        ]
  const left = rows.map(({ kind, record_id, reason }) => `${kind}  ${record_id}  ${reason}`)
  return [
    end,
    '',
    ...table,
    ...(entries.length > 0 ? ['', ...entries] : []),
    ...(left.length > 0 ? ['', ...left] : []),
  ].join('\n')
}
