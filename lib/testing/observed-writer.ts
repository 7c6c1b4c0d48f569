import { createWriter } from '#lib/pipeline/writer.ts'
import type { Instance } from '#lib/testing/instance.ts'

/** A writer that remembers its statements. */
export function observedWriter(instance: Instance, join = true, query = instance.runtime.query) {
  const statements: { text: string; ended: boolean }[] = []
  const writer = createWriter({
    queues: instance.runtime.queues,
    join,
    async query(text, values) {
      const statement = { text, ended: false }
      statements.push(statement)
      try {
        return await query(text, values)
      } finally {
        statement.ended = true
      }
    },
  })
  return { writer, statements }
}
