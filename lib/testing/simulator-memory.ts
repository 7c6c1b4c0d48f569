import { isDeepStrictEqual } from 'node:util'
import type { SimulatorMemory, SimulatorRecord } from '#lib/acquirer/simulator-memory.ts'

/** A simulator's memory in this process, for tests without a database. It copies, as a database does. */
export function mapMemory(records = new Map<string, SimulatorRecord>()): SimulatorMemory {
  return {
    async first(record) {
      const stored = records.get(record.reference) ?? structuredClone(record)
      records.set(record.reference, stored)
      return structuredClone(stored)
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
