import { readDemo } from '#bin/listen.mjs'
import { readApi } from '#scripts/compare/operations.ts'
import { type Ignored, readRecording } from '#scripts/compare/recording.ts'
import { type Compared, replayRecording, type Target } from '#scripts/compare/replay.ts'
import { Misuse, type Output, type Values } from './command.ts'

/** `compare`: what differs between a recording of the real service and this server. */
export async function compare(values: Values): Promise<Output> {
  const target = targetOf(values)
  const api = readApi()
  const host = values.host === undefined ? undefined : String(values.host)
  const recording = await readRecording(String(values.recording), api, host)
  const { operations, ignored } = await replayRecording(recording.requests, api, target)
  return outputOf(operations, [...recording.ignored, ...ignored])
}

function targetOf(values: Values): Target {
  const demo = values.url === undefined || values.key === undefined ? readDemo() : undefined
  const url = String(values.url ?? process.env.BASE_URL ?? demo?.url ?? 'http://localhost:3000')
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Misuse(`${url} is not a URL. Pass --url http://localhost:3000.`)
  const key = String(values.key ?? process.env.COUNTERFOIL_KEY ?? demo?.key ?? '')
  if (!/^key_test_[0-9A-Za-z]{14}:.+$/.test(key))
    throw new Misuse(
      'The requests create records, so they need a test key: pass --key key_test_…:<secret>, or set COUNTERFOIL_KEY.',
    )
  const waitSeconds = Number(values.wait ?? 30)
  if (!(waitSeconds >= 0 && waitSeconds <= 600)) throw new Misuse('--wait is a number of seconds up to 600.')
  return { url: url.replace(/\/+$/, ''), key, waitSeconds }
}

/** Differences by operation. It fails where there are any, or where no request could be compared. */
function outputOf(operations: Compared[], ignored: Ignored[]): Output {
  const differences = operations.reduce((sum, operation) => sum + operation.differences.length, 0)
  const requests = operations.reduce((sum, operation) => sum + operation.requests, 0)
  const blocks = operations.map(textOf)
  const left = ignored.map(({ request, reason, count }) => `  ${request} (${timesOf(count)}): ${reason}`)
  const end =
    requests === 0
      ? 'No request could be compared.'
      : `${differences === 0 ? 'No' : differences} ${differences === 1 ? 'difference' : 'differences'} in ${timesOf(requests)}.`
  return {
    json: { requests, differences, operations, ignored },
    text: [...blocks, ...(left.length > 0 ? [`Ignored:\n${left.join('\n')}`] : []), end].join('\n\n'),
    failed: differences > 0 || requests === 0,
  }
}

function textOf({ request, title, requests, differences }: Compared): string {
  const rows = differences.map(({ kind, path, recorded, here, count }) => {
    const both =
      kind === 'missing' || kind === 'extra' ? (recorded ?? here) : `${recorded} recorded, ${here} here`
    return [kind, path, `${both}${count > 1 ? `, ${count} times` : ''}`] as const
  })
  const width = Math.max(0, ...rows.map(([, path]) => path.length))
  const lines = rows.map(([kind, path, both]) => `  ${kind.padEnd(8)}${path.padEnd(width)}  ${both}`)
  return [
    `${request}: ${title} (${timesOf(requests)})`,
    ...(lines.length > 0 ? lines : ['  no differences']),
  ].join('\n')
}

function timesOf(count: number): string {
  return `${count} ${count === 1 ? 'request' : 'requests'}`
}
