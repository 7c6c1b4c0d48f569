import { totalmem } from 'node:os'

const MB = 2 ** 20

/** How PostgreSQL is to use the memory that there is. */
export type MemorySettings = {
  shared_buffers: string
  effective_cache_size: string
  maintenance_work_mem: string
}

/** For a machine with less memory than it reports: PostgreSQL starts with this little. */
export const LEAST_MEMORY: MemorySettings = memorySettings(0)

/**
 * Sizes PostgreSQL's memory to the machine, which it shares with the server: an eighth for its own cache, up to 1 GB,
 * since the cache of the system holds the rest. The cache is taken when it is filled, not at the start.
 * @param bytes of memory that this process may use
 */
export function memorySettings(bytes: number = memoryHere()): MemorySettings {
  const share = (part: number, min: number, max: number) =>
    `${Math.min(max, Math.max(min, Math.floor(bytes / part / MB)))}MB`
  return {
    shared_buffers: share(8, 32, 1024),
    effective_cache_size: share(2, 128, 1_048_576),
    maintenance_work_mem: share(32, 16, 512),
  }
}

/** The memory of the machine, or the limit of the container, whichever is less. */
function memoryHere(): number {
  // 0 where there is no limit, or where the system has none.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}
