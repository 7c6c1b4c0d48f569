import type { Acquirer } from '#lib/ports/acquirer.ts'
import type { Instance } from '#lib/testing/instance.ts'
import type { Reply } from '#lib/testing/rest.ts'
import type { Shop } from '#lib/testing/shop.ts'

/** Begins all of them before the first has ended. */
export const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))
/** How many had each result. */
export const tally = (responses: Reply[]) => {
  const counts: Record<string, number> = {}
  for (const { status, error } of responses) {
    const name = error ? `${status} ${error.reason}` : String(status)
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}
/** The events about a payment or an order, by name, oldest first. */
export const namesOf = async (shop: Shop, id: string) => (await shop.events(id)).map(({ event }) => event)

/** A place where calls wait until they are let through. */
export function gate() {
  let open = () => {}
  let arrive = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  return {
    open,
    /** When the first has come. */
    arrived,
    async pass() {
      arrive()
      await opened
    },
  }
}

/** Puts something between the server and its bank. */
export function between(instance: Instance, change: (bank: Acquirer) => Partial<Acquirer>): () => void {
  const { acquirer } = instance.runtime
  instance.runtime.acquirer = (account) => ({ ...acquirer(account), ...change(acquirer(account)) })
  return () => {
    instance.runtime.acquirer = acquirer
  }
}
