import type { Runtime } from '#lib/pipeline/operation.ts'

/** A runtime of a process that is killed before its nth step towards the database or the bank. */
export function killedAt(step: number, runtime: Runtime): { runtime: Runtime; steps(): number } {
  let steps = 0
  const next = () => {
    steps += 1
    if (steps >= step) throw new Error('Killed.')
  }
  const guarded = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, name) {
        const property = Reflect.get(object, name)
        if (typeof property !== 'function') return property
        return (...args: unknown[]) => {
          next()
          return property.apply(object, args)
        }
      },
    })
  return {
    steps: () => steps,
    runtime: {
      ...runtime,
      query: async (text, values) => {
        next()
        return runtime.query(text, values)
      },
      prisma: new Proxy(runtime.prisma, {
        get(object, name) {
          const property = Reflect.get(object, name)
          if (name === '$transaction')
            return async (work: (tables: object) => Promise<unknown>) => {
              next()
              return object.$transaction(work as never)
            }
          return typeof property === 'object' && property !== null ? guarded(property) : property
        },
      }),
      acquirer: (of) => guarded(runtime.acquirer(of)),
    },
  }
}
