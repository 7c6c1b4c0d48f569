import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { cpuProfileOf, microseconds, profilerOptions } from '#bench/profile/cpu.ts'
import { large, sharesOf } from '#bench/profile/functions.ts'
import type { Profile } from '#bench/profile/subjects.ts'
import { openInstallation, startInstallation } from '#bench/scenarios/start.ts'
import { logOf } from '#bench/servers/launch.ts'

/** A step of the start, in milliseconds after the launch. */
type Phase = { name: string; begun: number; ended: number }

/** The steps of a start as its log tells them, and where the time of its main thread goes until the first response. */
export async function profileStart(): Promise<Profile> {
  await openInstallation()
  const log = watchLog(logOf('start'))
  const plain = await startInstallation()
  // The worker and the pages come after the first response.
  await log.until(/^Counterfoil is ready/)
  const phases = phasesOf(log.end())
  await plain.stop()

  const from = microseconds()
  const profiled = await startInstallation({ NODE_OPTIONS: profilerOptions() })
  const to = microseconds()
  await profiled.stop()
  const { groups, functions } = sharesOf(await cpuProfileOf(profiled.pid), from, to)
  return {
    headline: `${Math.round(plain.readyAfter)} ms to the first response; ${Math.round(profiled.readyAfter)} ms while profiled.`,
    sections: [
      {
        title: 'Steps, which run beside each other: begin after the launch',
        unit: 'ms',
        entries: phases.map(({ name, begun }) => [name, Math.round(begun)]),
      },
      {
        title: 'Steps: duration',
        unit: 'ms',
        entries: phases.map(({ name, begun, ended }) => [name, Math.round(ended - begun)]),
      },
      {
        title: 'The main thread until the first response, by group of functions',
        unit: '%',
        entries: large(groups),
      },
      { title: 'The largest functions', unit: '%', entries: large(functions.slice(0, 12)) },
    ],
    lines: [],
  }
}

type Line = { text: string; at: number }

/** The steps that a log has told the end and the duration of: "  Database: 0.34 s". */
export function phasesOf(lines: Line[]): Phase[] {
  return lines
    .flatMap(({ text, at }) => {
      const [, name, seconds] =
        /^\s*(?:(\w[\w ]*): |Counterfoil is ready at .*\()([\d.]+) s\)?$/.exec(text) ?? []
      return seconds === undefined
        ? []
        : [{ name: name ?? 'the whole start', begun: Math.max(0, at - Number(seconds) * 1000), ended: at }]
    })
    .toSorted((left, right) => left.begun - right.begun)
}

/** Notes when each line of a log appears, in milliseconds from now. */
function watchLog(file: string) {
  const begun = performance.now()
  const lines: Line[] = []
  let over = false
  const watching = (async () => {
    while (!over) {
      const all = textOf(file).split('\n').slice(0, -1)
      // The log of an earlier start is there until the new one begins.
      if (all.length < lines.length) lines.length = 0
      for (const text of all.slice(lines.length)) lines.push({ text, at: performance.now() - begun })
      await sleep(5)
    }
  })()
  return {
    async until(pattern: RegExp): Promise<void> {
      while (!lines.some(({ text }) => pattern.test(text))) await sleep(5)
    },
    end(): Line[] {
      over = true
      void watching
      return lines
    },
  }
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
