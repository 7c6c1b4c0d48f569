import { unitOfWork } from '#lib/testing/work.ts'

/**
 * Loaded into a server under test: reports over IPC the longest turn of its event loop. The time is the CPU time of
 * this thread between two ticks, or the elapsed time if that is less, so neither a busy machine nor many short turns
 * count as one long turn.
 */
const TICK_MS = 5
let cpu = process.threadCpuUsage()
let clock = performance.now()
let pending = 0

const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu)
  pending = Math.max(pending, Math.min((user + system) / 1000, performance.now() - clock))
  cpu = process.threadCpuUsage()
  clock = performance.now()
}, TICK_MS)
timer.unref()

process.on('message', (question) => {
  if (question === 'unit') {
    process.send?.(unitOfWork())
    return
  }
  // After the turn in which it arrived was counted.
  setTimeout(() => {
    process.send?.({ blocked: pending, rss: process.memoryUsage.rss() })
    pending = 0
  }, 2 * TICK_MS)
})
process.channel?.unref()
