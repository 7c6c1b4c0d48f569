import { isDeepStrictEqual } from 'node:util'
import type { SimulatorMemory, SimulatorRecord } from '#lib/acquirer/simulator-memory.ts'

/** A simulator's memory in this process, for tests without a database. It copies, as a database does. */
export function mapMemory(records = new Map<string, SimulatorRecord>()): SimulatorMemory {
  return {
    async first(record) {
      if (!records.has(record.reference)) records.set(record.reference, structuredClone(record))
      return structuredClone(records.get(record.reference) ?? record)
    },
    async read(reference) {
      return structuredClone(records.get(reference))
    },
    async replace(before, after) {
      if (!isDeepStrictEqual(records.get(before.reference), before)) return false
      records.set(before.reference, structuredClone(after))
      return true
    },
  }
}
