/**
 * Loaded into a server under test: tells over IPC how long one turn of its event loop was at most. The time is that of the
 * CPU which this thread took between two ticks, or the time that passed when that is less: so neither a busy machine nor
 * many short turns count as one long turn.
 */
const TICK_MS = 5
let cpu = process.threadCpuUsage()
let clock = performance.now()
let held = 0

const timer = setInterval(() => {
  const { user, system } = process.threadCpuUsage(cpu)
  held = Math.max(held, Math.min((user + system) / 1000, performance.now() - clock))
  cpu = process.threadCpuUsage()
  clock = performance.now()
}, TICK_MS)
timer.unref()

process.on('message', () => {
  // After the turn in which it arrived was counted.
  setTimeout(() => {
    process.send?.({ held, rss: process.memoryUsage.rss() })
    held = 0
  }, 2 * TICK_MS)
})
process.channel?.unref()
