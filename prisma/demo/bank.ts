import { createSimulator } from '#lib/acquirer/simulator.ts'
import type { SimulatorMemory, SimulatorRecord } from '#lib/acquirer/simulator-memory.ts'
import type { Runtime } from '#lib/pipeline/operation.ts'
import type { Acquirer } from '#lib/ports/acquirer.ts'
import { HOUR } from '#lib/values/time.ts'

/** How long the bank of the past takes for a refund that is not instant: as a real one, and not 20 seconds. */
export const REFUND_SECONDS = 36 * HOUR

/** How long the bank of the past takes for a late response. */
export const LATE_SECONDS = 30

/** The simulated bank of the past. It remembers in this process, and hands its memory on to the bank of the present. */
export function createPastBank(clock: () => number): {
  acquirer: Acquirer
  handOn(query: Runtime['query']): Promise<void>
} {
  const records = new Map<string, SimulatorRecord>()
  const memory: SimulatorMemory = {
    async first(record) {
      const cached = records.get(record.reference) ?? record
      records.set(record.reference, cached)
      return cached
    },
    read: async (reference) => records.get(reference),
    async replace(before, after) {
      records.set(before.reference, after)
      return true
    },
  }
  const acquirer = createSimulator({
    memory,
    clock,
    latencyMs: 0,
    refundDelaySeconds: REFUND_SECONDS,
    lateReplySeconds: LATE_SECONDS,
  })
  return {
    acquirer,
    async handOn(query) {
      await query(
        `INSERT INTO simulator_records (reference, kind, answer, settles_at, final, created_at)
         SELECT * FROM jsonb_to_recordset($1::jsonb)
           AS record (reference text, kind text, answer jsonb, settles_at bigint, final jsonb, created_at bigint)`,
        [JSON.stringify([...records.values()])],
      )
    },
  }
}
